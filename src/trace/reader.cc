#include "trace/reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "trace/binary_format.h"
#include "trace/binary_reader.h"
#include "trace/rapid_reader.h"

namespace steward {
namespace {

using Start = std::span<const std::byte>;

template <std::size_t N>
bool begins_with(Start start, const unsigned char (&bytes)[N], std::size_t count = N) {
  return start.size() >= count && std::memcmp(start.data(), bytes, count) == 0;
}

// A file cut off inside the magic is still known for what it was.
bool is_binary(Start start) {
  const std::size_t count = std::min(start.size(), sizeof binary_format::kMagic);
  return begins_with(start, binary_format::kMagic, count);
}

// Why a file that begins like this is no trace; null if it may be one in text form.
const char* why_not_text(Start start) {
  constexpr unsigned char kGzip[] = {0x1f, 0x8b};
  constexpr unsigned char kXz[] = {0xfd, '7', 'z', 'X', 'Z'};
  constexpr unsigned char kZstd[] = {0x28, 0xb5, 0x2f, 0xfd};
  if (begins_with(start, binary_format::kMagic, binary_format::kNameInMagic))
    return "is a trace damaged by a transfer in text mode: copy it again as binary";
  if (begins_with(start, kGzip) || begins_with(start, kXz) || begins_with(start, kZstd))
    return "is compressed: decompress it first";
  if (std::find(start.begin(), start.end(), std::byte{0}) != start.end())
    return "is neither a Steward trace nor text";
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<Reader>, Error> open(const std::string& path) {
  auto source = open_file(path);
  if (!source) return std::move(source).error();
  return open(std::move(*source));
}

Result<std::unique_ptr<Reader>, Error> open(std::unique_ptr<ByteSource> source) {
  std::array<std::byte, 512> buffer;
  auto got = source->read(buffer);
  if (!got) return std::move(got).error();
  if (auto rewound = source->rewind(); !rewound) return std::move(rewound).error();
  const Start start = std::span(buffer).first(*got);
  if (start.empty()) return Error{source->name(), "", "is empty: a trace was expected"};
  if (is_binary(start)) return BinaryReader::open(std::move(source));
  if (const char* why = why_not_text(start)) return Error{source->name(), "", why};
  return std::unique_ptr<Reader>(std::make_unique<RapidReader>(std::move(source)));
}

std::string place_of(Reader& reader, std::uint64_t index) {
  if (!reader.rewind()) return {};
  // One by one, since a reader knows the place of the last event of a batch only.
  std::array<Event, 1> one;
  while (reader.events_read() <= index) {
    auto got = reader.read(one);
    if (!got || *got == 0) return {};
  }
  return reader.place();
}

}  // namespace steward
