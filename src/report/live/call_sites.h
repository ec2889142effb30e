// Finds calls in machine code, without taking it apart instruction by instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace steward::report {

// Where a call or jump goes: to an address, or to where the word at an address says.
struct CallTarget {
  bool through_word = false;
  std::uint64_t address = 0;

  friend bool operator==(const CallTarget&, const CallTarget&) = default;
};

// `code` begins at address `begin`; `inside` is an address in a call instruction of it, namely its
// last byte.
std::optional<CallTarget> call_target(std::span<const std::uint8_t> code, std::uint64_t begin,
                                      std::uint64_t inside);
// Where an entry of the procedure linkage table jumps to; nothing if `code` does not begin so.
std::optional<CallTarget> linkage_target(std::span<const std::uint8_t> code, std::uint64_t begin);

// The address of the last byte of each call in `code` that has the same target as that at `inside`,
// in order, that one included; empty if there is no call.
//
// Every byte that looks like a call is tried. Other bytes that do so would have to name the very
// same target by chance in 32 bits, and even then the answer is the same each time.
std::vector<std::uint64_t> calls_to_same_target(std::span<const std::uint8_t> code,
                                                std::uint64_t begin, std::uint64_t inside);

}  // namespace steward::report
