// Where a reader's bytes come from: a file, or memory in tests and fuzzers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "trace/error.h"

namespace steward {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills `into` from its start and says how much it got: less than asked for only at the end.
  virtual Result<std::size_t, Error> read(std::span<std::byte> into) = 0;
  // Back to the first byte.
  virtual Result<void, Error> rewind() = 0;
  virtual std::uint64_t size() const = 0;
  // What error messages call it.
  virtual const std::string& name() const = 0;
};

// A regular file. Everything else (directories, pipes, "-" for standard input) is refused: some
// analyses read a trace twice.
Result<std::unique_ptr<ByteSource>, Error> open_file(const std::string& path);

// `bytes` must outlive the source.
std::unique_ptr<ByteSource> memory_source(std::span<const std::byte> bytes, std::string name);

}  // namespace steward
