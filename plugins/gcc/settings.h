// What the plugin was asked for, and what it has done so far.
#pragma once

#include <cstdint>

namespace steward_guard {

struct Settings {
  bool lifts_std = false;   // std's inline functions may throw, whatever they promise
  bool reports = false;     // says at the end what it has done
  bool checks_all = false;  // also what could be left out: to see what leaving out is worth
  // The user wants accesses that trap to throw, too. Otherwise only our calls do: that costs less.
  bool accesses_throw = false;
};

struct Counts {
  std::uint64_t checked = 0;
  std::uint64_t redundant = 0;  // the same bytes were checked just before
  std::uint64_t local = 0;      // no other thread can have the address
  // The same once functions are inlined and the compiler knows more: of copies, too.
  std::uint64_t left = 0;
  std::uint64_t removed_redundant = 0;
  std::uint64_t removed_local = 0;
  std::uint64_t removed_guarded = 0;  // by a lock, as clang's analysis says
};

inline Settings settings;
inline Counts counts;

}  // namespace steward_guard
