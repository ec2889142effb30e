// Traces in memory, and all that a reader gives, for the tests of this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/reader.h"
#include "trace/writer.h"

namespace steward::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
inline std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What a reader delivered until it ended, or failed.
struct Content {
  std::vector<Event> events;
  std::optional<Error> error;

  std::string message() const { return error ? error->message() : "no error"; }
};

// Reads on in batches of `batch` events.
inline Content read_all(Reader& reader, std::size_t batch = 64) {
  Content content;
  std::vector<Event> events(batch);
  while (true) {
    auto got = reader.read(events);
    if (!got) content.error = std::move(got).error();
    if (!got || *got == 0) return content;
    content.events.insert(content.events.end(), events.begin(),
                          events.begin() + static_cast<std::ptrdiff_t>(*got));
  }
}

// The whole of a trace that is in memory under the name "t".
inline Content read_all(const Bytes& bytes, std::size_t batch = 64) {
  auto reader = open(memory_source(bytes, "t"));
  if (!reader) return {{}, std::move(reader).error()};
  return read_all(**reader, batch);
}

// A binary trace of `events`.
inline Bytes binary(std::span<const Event> events, std::uint8_t max_store_age = 255) {
  Bytes bytes;
  WriterOptions options;
  options.max_store_age = max_store_age;
  auto writer = create(memory_sink(bytes, "t"), Format::binary, options);
  for (const Event& event : events) STEWARD_CHECK(writer->write(event).ok());
  STEWARD_CHECK(writer->finish().ok());
  return bytes;
}

}  // namespace steward::testing
