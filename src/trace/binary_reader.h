// Reads the binary format of docs/formats/trace.md.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "trace/binary_decoder.h"
#include "trace/reader.h"

namespace steward {

// Decodes straight from a window of the file. Two things keep bounds checks out of the hot loop: a
// run of events is decoded only while the window holds a whole one, and behind the last byte of the
// file there is zeroed padding into which a cut-off event may be decoded before it is noticed.
class BinaryReader final : public Reader {
 public:
  // Reads the header. REQUIRES: the source stands at its start and begins with the format's magic,
  // or with a part of it if it is shorter.
  static Result<std::unique_ptr<Reader>, Error> open(std::unique_ptr<ByteSource> source);

  Result<std::size_t, Error> read(std::span<Event> batch) override;
  Result<void, Error> rewind() override;

  const Names& names() const override { return names_; }
  std::uint8_t max_store_age() const override { return max_store_age_; }
  std::uint64_t bytes_read() const override { return offset(cursor_); }
  std::uint64_t bytes_total() const override { return source_->size(); }
  std::uint64_t events_read() const override { return events_; }
  const std::string& file() const override { return source_->name(); }
  std::string place() const override { return "offset " + std::to_string(last_event_); }

 private:
  explicit BinaryReader(std::unique_ptr<ByteSource> source);

  Result<void, Error> read_header();
  // Moves what is left of the window to its front and fills it up.
  Result<void, Error> refill();

  // The next records until `batch` is full from `count` on, or something else has to happen first.
  Result<void, Error> fill(std::span<Event> batch, std::size_t& count);
  // Whether all of the next record is in the window, or will never be.
  bool holds_record() const;
  // Only events, and only those that the window surely holds.
  DecodeFault decode_run(std::span<Event> batch, std::size_t& count);
  // A record that is no event.
  Result<void, Error> control();
  Result<void, Error> definition();
  Result<void, Error> end_record();

  std::size_t available() const { return static_cast<std::size_t>(end_ - cursor_); }
  std::uint64_t offset(const std::byte* at) const {
    return window_offset_ + static_cast<std::uint64_t>(at - window_.get());
  }
  Error error_at(const std::byte* at, std::string what) const;
  Error fault_at(const std::byte* record, DecodeFault fault) const;

  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<std::byte[]> window_;
  const std::byte* cursor_;
  const std::byte* end_;
  std::uint64_t window_offset_ = 0;  // of the window's first byte in the file
  bool at_end_of_file_ = false;      // nothing comes after the window

  BinaryDecoder decoder_;
  std::uint8_t max_store_age_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t last_event_ = 0;  // offset of the latest event delivered
  bool complete_ = false;         // the end record has been read
  std::optional<Error> failure_;

  Names names_;
  std::uint64_t names_known_until_ =
      0;  // definitions before this offset were read in an earlier pass
};

}  // namespace steward
