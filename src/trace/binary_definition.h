// A definition record of the binary format: one name of a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "trace/binary_format.h"
#include "trace/names.h"

namespace steward {

struct BinaryDefinition {
  binary_format::Defined what = binary_format::Defined::thread;
  std::uint64_t id = 0;    // a range's first byte
  std::uint64_t size = 0;  // ranges only
  std::string name;        // not for sites
  Site site;

  void add_to(Names& names) &&;
};

// The outcome of reading one: `end` is where the next record begins. It lies behind the end of the
// input if the record was cut off; `wrong` is null unless something else is wrong with it.
struct ReadDefinition {
  BinaryDefinition definition;
  const std::byte* end = nullptr;
  const char* wrong = nullptr;
};

// Reads the fields behind the tag. REQUIRES: kMaxVarintBytes are readable behind `end`.
ReadDefinition read_definition(const std::byte* from, const std::byte* end);

}  // namespace steward
