// The shadow that fits a policy.
#pragma once

#include <type_traits>

#include "core/policy/shadow.h"
#include "core/policy/word_shadow.h"

namespace steward {

template <class Cell, class Policy>
using ShadowFor =
    std::conditional_t<Policy::kWordLocks, WordShadow<Cell, Policy>, Shadow<Cell, Policy>>;

}  // namespace steward
