// Events in sentences.
#pragma once

#include <string>
#include <string_view>

#include "core/event/event.h"

namespace steward {

// "a read", "an atomic_load".
inline std::string with_article(EventKind kind) {
  const std::string_view name = name_of(kind);
  const bool vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(name);
}

}  // namespace steward
