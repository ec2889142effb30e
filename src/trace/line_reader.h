// Lines of a text, one at a time, from a source of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "trace/byte_source.h"
#include "trace/error.h"

namespace steward {

class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 19;

  explicit LineReader(std::unique_ptr<ByteSource> source);

  // The next line without its line end (LF or CRLF; the last line may lack it), or nothing at the
  // end of the text. Good until the next call.
  Result<std::optional<std::string_view>, Error> next();
  Result<void, Error> rewind();

  std::uint64_t line_number() const { return line_; }  // of the latest line, from 1
  std::uint64_t bytes_read() const { return consumed_; }
  const ByteSource& source() const { return *source_; }

 private:
  Result<void, Error> refill();

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<char[]> window_;
  std::size_t begin_ = 0;    // of what is left in the window
  std::size_t scanned_ = 0;  // before here there is no line end
  std::size_t end_ = 0;
  bool at_end_of_file_ = false;
  std::uint64_t line_ = 0;
  std::uint64_t consumed_ = 0;
};

}  // namespace steward
