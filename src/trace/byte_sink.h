// Where a writer's bytes go: a file, or memory in tests and fuzzers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "trace/error.h"

namespace steward {

class ByteSink {
 public:
  virtual ~ByteSink() = default;

  // All of it, or an error. After an error the content is broken.
  virtual Result<void, Error> write(std::span<const std::byte> bytes) = 0;
  // Says what only closing can reveal (a full disk on a network file system).
  virtual Result<void, Error> close() = 0;
  // What error messages call it.
  virtual const std::string& name() const = 0;
};

// Creates or empties the file at `path` and writes straight into it.
Result<std::unique_ptr<ByteSink>, Error> create_file(const std::string& path);

// Appends to `bytes`, which must outlive the sink.
std::unique_ptr<ByteSink> memory_sink(std::vector<std::byte>& bytes, std::string name);

// Gathers small pieces into large writes. The first failure stays: every later call returns it.
class BufferedSink {
 public:
  explicit BufferedSink(std::unique_ptr<ByteSink> sink)
      : sink_(std::move(sink)),
        buffer_(std::make_unique_for_overwrite<std::byte[]>(kBufferBytes)) {}

  // Room for `bytes` bytes, to be filled and then claimed by advance(). REQUIRES: bytes <=
  // kMaxPiece.
  std::byte* reserve(std::size_t bytes) {
    if (kBufferBytes - used_ < bytes) flush();
    return buffer_.get() + used_;
  }
  void advance(std::byte* end) { used_ = static_cast<std::size_t>(end - buffer_.get()); }
  void append(std::span<const std::byte> bytes);

  // What went wrong so far.
  Result<void, Error> status() const;
  Result<void, Error> finish();
  const std::string& name() const { return sink_->name(); }

  static constexpr std::size_t kMaxPiece = std::size_t{1} << 18;

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 19;

  void flush();

  std::unique_ptr<ByteSink> sink_;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t used_ = 0;
  bool failed_ = false;
  Error failure_;
};

}  // namespace steward
