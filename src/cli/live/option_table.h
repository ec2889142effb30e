// Every option that STEWARD_OPTIONS and TSAN_OPTIONS may hold.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace steward::cli {

enum class OptionEffect : std::uint8_t {
  mapped,  // see LiveOptions
  none,    // of ThreadSanitizer, accepted because scripts have it
};

struct NamedOption {
  std::string_view name;
  OptionEffect effect;
};

std::span<const NamedOption> known_options();

}  // namespace steward::cli
