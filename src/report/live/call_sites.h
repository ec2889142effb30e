// Finds calls in machine code, without taking it apart instruction by instruction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace steward::report {

// `code` begins at address `begin`; `inside` is an address in a call instruction of it, namely its
// last byte. Gives the same for all calls with the same target, in order, that one included; empty
// if there is no call.
//
// Every byte that looks like a call is tried. Other bytes that do so would have to name the very
// same target by chance in 32 bits, and even then the answer is the same each time.
std::vector<std::uint64_t> calls_to_same_target(std::span<const std::uint8_t> code,
                                                std::uint64_t begin, std::uint64_t inside);

}  // namespace steward::report
