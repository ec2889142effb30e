// libFuzzer on the reader of binary traces and all that stands behind it.
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/reading.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  steward::fuzz::check_binary(std::as_bytes(std::span(data, size)));
  return 0;
}
