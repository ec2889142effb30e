#include "trace/binary_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "trace/binary_definition.h"
#include "trace/binary_format.h"

namespace steward {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 19;
constexpr std::size_t kPadding = 64;
static_assert(kPadding >= BinaryDecoder::kMaxEventBytes + sizeof(std::uint64_t));
static_assert(kWindowBytes >= 2 * binary_format::kMaxDefinitionBytes);

}  // namespace

BinaryReader::BinaryReader(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)),
      window_(std::make_unique_for_overwrite<std::byte[]>(kWindowBytes + kPadding)),
      cursor_(window_.get()),
      end_(window_.get()) {}

Result<std::unique_ptr<Reader>, Error> BinaryReader::open(std::unique_ptr<ByteSource> source) {
  std::unique_ptr<BinaryReader> reader(new BinaryReader(std::move(source)));
  if (auto header = reader->read_header(); !header) return std::move(header).error();
  return std::unique_ptr<Reader>(std::move(reader));
}

Result<void, Error> BinaryReader::read_header() {
  if (auto filled = refill(); !filled) return filled;
  if (available() < binary_format::kHeaderBytes)
    return error_at(end_, "ends inside the header: the file was cut off");
  const std::byte* version_at = cursor_ + sizeof binary_format::kMagic;
  const auto byte = [&](int i) { return static_cast<unsigned>(version_at[i]); };
  const unsigned version = byte(0) | byte(1) << 8;
  if (version != binary_format::kVersion)
    return error_at(version_at, "version " + std::to_string(version) +
                                    " of the trace format, but only version " +
                                    std::to_string(binary_format::kVersion) +
                                    " is supported here: use the Steward that recorded it");
  max_store_age_ = static_cast<std::uint8_t>(byte(2));
  if (byte(3) != 0)
    return error_at(version_at + 3, "reserved byte of the header is not 0: the file is damaged");
  cursor_ += binary_format::kHeaderBytes;
  return {};
}

Result<void, Error> BinaryReader::refill() {
  const std::size_t kept = available();
  window_offset_ = offset(cursor_);
  std::memmove(window_.get(), cursor_, kept);
  cursor_ = window_.get();
  end_ = cursor_ + kept;
  auto got = source_->read({window_.get() + kept, kWindowBytes - kept});
  if (!got) return std::move(got).error();
  at_end_of_file_ = *got < kWindowBytes - kept;
  end_ += *got;
  std::memset(window_.get() + kept + *got, 0, kPadding);
  return {};
}

Result<void, Error> BinaryReader::rewind() {
  if (auto rewound = source_->rewind(); !rewound) return rewound;
  names_known_until_ = std::max(names_known_until_, offset(cursor_));
  cursor_ = end_ = window_.get();
  window_offset_ = events_ = last_event_ = 0;
  at_end_of_file_ = complete_ = false;
  failure_.reset();
  decoder_.reset();
  return read_header();
}

Result<std::size_t, Error> BinaryReader::read(std::span<Event> batch) {
  if (failure_) return *failure_;
  std::size_t count = 0;
  if (auto filled = fill(batch, count); !filled) failure_ = std::move(filled).error();
  if (count == 0 && failure_) return *failure_;
  return count;
}

Result<void, Error> BinaryReader::fill(std::span<Event> batch, std::size_t& count) {
  while (count < batch.size() && !complete_) {
    if (!holds_record()) {
      if (auto filled = refill(); !filled) return filled;
    } else if (available() == 0) {
      return fault_at(cursor_, DecodeFault::cut_off);
    } else if (!BinaryDecoder::is_event(*cursor_)) {
      if (auto done = control(); !done) return done;
    } else if (const DecodeFault fault = decode_run(batch, count); fault != DecodeFault::none) {
      return fault_at(cursor_, fault);
    }
  }
  return {};
}

bool BinaryReader::holds_record() const {
  if (at_end_of_file_ || available() >= binary_format::kMaxDefinitionBytes) return true;
  return available() >= BinaryDecoder::kMaxEventBytes && BinaryDecoder::is_event(*cursor_);
}

DecodeFault BinaryReader::decode_run(std::span<Event> batch, std::size_t& count) {
  const std::byte* const sure_until =
      at_end_of_file_ ? end_ : end_ - (BinaryDecoder::kMaxEventBytes - 1);
  const std::byte* next = cursor_;
  const std::byte* latest = cursor_;
  const std::size_t first = count;
  DecodeFault fault = DecodeFault::none;
  while (count < batch.size() && next < sure_until && BinaryDecoder::is_event(*next)) {
    const std::byte* const record = next;
    fault = decoder_.event(next, batch[count]);
    if (next > end_) fault = DecodeFault::cut_off;
    if (fault != DecodeFault::none) [[unlikely]] {
      next = record;
      break;
    }
    latest = record;
    ++count;
  }
  cursor_ = next;
  if (count > first) last_event_ = offset(latest);
  events_ += count - first;
  return fault;
}

Result<void, Error> BinaryReader::control() {
  const auto tag = static_cast<unsigned>(*cursor_);
  const unsigned kind = tag & binary_format::kKindMask;
  if (kind != binary_format::kDefinition && kind != binary_format::kEnd)
    return fault_at(cursor_, DecodeFault::unknown_kind);
  if (tag != kind) return fault_at(cursor_, DecodeFault::flags);
  return kind == binary_format::kEnd ? end_record() : definition();
}

Result<void, Error> BinaryReader::definition() {
  ReadDefinition read = read_definition(cursor_ + 1, end_);
  if (read.end > end_) return fault_at(cursor_, DecodeFault::cut_off);
  if (read.wrong != nullptr) return error_at(cursor_, std::string("definition ") + read.wrong);
  const bool known = offset(cursor_) < names_known_until_;
  if (!known) std::move(read.definition).add_to(names_);
  cursor_ = read.end;
  return {};
}

Result<void, Error> BinaryReader::end_record() {
  const std::byte* next = cursor_ + 1;
  const std::uint64_t promised = get_varint(next);
  if (next > end_) return fault_at(cursor_, DecodeFault::cut_off);
  if (promised != events_)
    return error_at(cursor_, "end record after " + std::to_string(events_) +
                                 " events, but it says " + std::to_string(promised) +
                                 ": the file is damaged");
  if (next < end_ || !at_end_of_file_) {
    cursor_ = next;
    if (auto filled = refill(); !filled) return filled;
    if (available() > 0)
      return error_at(cursor_, "bytes after the end record: two files in one, or damaged");
  }
  cursor_ = end_;
  complete_ = true;
  return {};
}

Error BinaryReader::error_at(const std::byte* at, std::string what) const {
  return {file(), "offset " + std::to_string(offset(at)), std::move(what)};
}

Error BinaryReader::fault_at(const std::byte* record, DecodeFault fault) const {
  const auto kind = static_cast<unsigned>(*record) & binary_format::kKindMask;
  const std::string name =
      kind < static_cast<unsigned>(kEventKinds) ? name_of(static_cast<EventKind>(kind)) : "record";
  switch (fault) {
    case DecodeFault::cut_off:
      return error_at(record,
                      "ends without an end record: the file or its recording was cut off after " +
                          std::to_string(events_) + " events");
    case DecodeFault::unknown_kind:
      return error_at(record, "unknown event kind " + std::to_string(kind));
    case DecodeFault::flags: return error_at(record, name + " with a flag that it cannot have");
    case DecodeFault::thread:
      return error_at(record, name + " of a thread whose number needs more than 32 bits");
    case DecodeFault::site:
      return error_at(record, name + " at a site whose number needs more than 32 bits");
    case DecodeFault::other_thread:
      return error_at(record, name + " names a thread whose number needs more than 32 bits");
    case DecodeFault::order: return error_at(record, name + " with an unknown memory order");
    case DecodeFault::untracked: return error_at(record, name + " of an unknown kind of region");
    case DecodeFault::none: break;
  }
  return error_at(record, "damaged " + name);
}

}  // namespace steward
