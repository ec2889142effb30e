#include "trace/line_reader.h"

#include <cstring>
#include <string>
#include <utility>

namespace steward {
namespace {

constexpr std::size_t kTextWindowBytes = 2 * LineReader::kMaxLineBytes;

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)),
      window_(std::make_unique_for_overwrite<char[]>(kTextWindowBytes)) {}

Result<std::optional<std::string_view>, Error> LineReader::next() {
  const char* found = nullptr;
  while (true) {
    found = static_cast<const char*>(std::memchr(window_.get() + scanned_, '\n', end_ - scanned_));
    if (found != nullptr || at_end_of_file_ || end_ - begin_ > kMaxLineBytes) break;
    scanned_ = end_;
    if (auto filled = refill(); !filled) return std::move(filled).error();
  }
  if (found == nullptr && begin_ == end_) return std::optional<std::string_view>();
  const std::size_t line_end =
      found == nullptr ? end_ : static_cast<std::size_t>(found - window_.get());
  ++line_;
  if (line_end - begin_ > kMaxLineBytes)
    return Error{
        source_->name(), std::to_string(line_),
        "a line of more than " + std::to_string(kMaxLineBytes) + " bytes: this is no trace"};
  std::string_view line(window_.get() + begin_, line_end - begin_);
  const std::size_t next_begin = found == nullptr ? end_ : line_end + 1;
  consumed_ += next_begin - begin_;
  begin_ = scanned_ = next_begin;
  while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return std::optional(line);
}

Result<void, Error> LineReader::refill() {
  const std::size_t kept = end_ - begin_;
  std::memmove(window_.get(), window_.get() + begin_, kept);
  scanned_ -= begin_;
  begin_ = 0;
  auto got = source_->read(
      std::as_writable_bytes(std::span(window_.get() + kept, kTextWindowBytes - kept)));
  if (!got) return std::move(got).error();
  at_end_of_file_ = *got < kTextWindowBytes - kept;
  end_ = kept + *got;
  return {};
}

Result<void, Error> LineReader::rewind() {
  if (auto rewound = source_->rewind(); !rewound) return rewound;
  begin_ = scanned_ = end_ = 0;
  at_end_of_file_ = false;
  line_ = consumed_ = 0;
  return {};
}

}  // namespace steward
