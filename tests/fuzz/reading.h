// What must hold for any bytes at all that somebody calls a trace. The fuzzers and the tests of
// their corpora share it: a violated check ends the process.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "trace/convert.h"
#include "trace/rapid_reader.h"
#include "trace/reader.h"
#include "trace/well_formed.h"
#include "trace/writer.h"

namespace steward::fuzz {

using Bytes = std::vector<std::byte>;

// What a reader gave until its end or its first error.
struct Content {
  std::vector<Event> events;
  bool complete = false;
};

inline Content read_all(Reader& reader, std::size_t batch) {
  Content content;
  std::vector<Event> events(batch);
  while (true) {
    auto got = reader.read(events);
    if (!got) STEWARD_CHECK(!got.error().message().empty() && !reader.read(events));
    if (!got) return content;
    STEWARD_CHECK(*got <= batch);
    if (*got == 0) break;
    content.events.insert(content.events.end(), events.begin(),
                          events.begin() + static_cast<std::ptrdiff_t>(*got));
  }
  content.complete = true;
  return content;
}

inline bool same_names(const Names& a, const Names& b) {
  const auto same = [](auto x, auto y, auto equal) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), equal);
  };
  return same(a.objects(), b.objects(),
              [](const auto& x, const auto& y) {
                return x.what == y.what && x.id == y.id && x.name == y.name;
              }) &&
         same(a.sites(), b.sites(),
              [](const auto& x, const auto& y) { return x.id == y.id && x.site == y.site; }) &&
         same(a.ranges(), b.ranges(),
              [](const auto& x, const auto& y) { return x.range == y.range && x.name == y.name; });
}

// The same events whatever the batch, and the same in a second pass, which learns no new names.
inline Content read_twice(Reader& reader) {
  const Content content = read_all(reader, 3);
  const std::size_t ranges = reader.names().ranges().size();
  const std::size_t objects = reader.names().objects().size();
  STEWARD_CHECK(reader.rewind());
  const Content again = read_all(reader, 1000);
  STEWARD_CHECK(again.events == content.events && again.complete == content.complete);
  STEWARD_CHECK(reader.names().ranges().size() == ranges &&
                reader.names().objects().size() == objects);
  return content;
}

inline Bytes converted(Reader& reader, Format format, const WriterOptions& options) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "copy"), format, options);
  STEWARD_CHECK(reader.rewind());
  STEWARD_CHECK(convert(reader, *writer));
  return bytes;
}

inline void check_binary_copy(Reader& reader, const Content& content) {
  WriterOptions options;
  options.max_store_age = 255;
  const Bytes bytes = converted(reader, Format::binary, options);
  auto copy = open(memory_source(bytes, "copy"));
  STEWARD_CHECK(copy);
  STEWARD_CHECK(read_all(**copy, 5).events == content.events);
  STEWARD_CHECK(same_names((*copy)->names(), reader.names()));
}

// `content` is what the text has; nothing if the original could say more than text can.
inline void check_text_copy(Reader& reader, const Content* content) {
  WriterOptions options;
  options.drop_inexpressible = true;
  const Bytes bytes = converted(reader, Format::rapid, options);
  RapidReader copy(memory_source(bytes, "copy"));
  const Content read = read_all(copy, 5);
  STEWARD_CHECK(read.complete);
  if (content != nullptr) STEWARD_CHECK(read.events == content->events);
}

// Tidying does not depend on batches, and a tidied trace can be said in either format.
inline void check_tidied(std::unique_ptr<Reader> trace) {
  // An export multiplies accesses by the blocks they cover.
  constexpr std::size_t kExportable = 300;
  STEWARD_CHECK(trace->rewind());
  WellFormedReader reader(std::move(trace));
  const Content content = read_twice(reader);
  if (!content.complete) return;
  check_binary_copy(reader, content);
  if (content.events.size() <= kExportable) check_text_copy(reader, nullptr);
}

inline void check_binary(std::span<const std::byte> data) {
  auto reader = open(memory_source(data, "input"));
  if (!reader) return;
  const Content content = read_twice(**reader);
  if (content.complete) check_binary_copy(**reader, content);
  check_tidied(std::move(*reader));
}

inline void check_rapid(std::span<const std::byte> data) {
  auto reader = std::make_unique<RapidReader>(memory_source(data, "input"));
  const Content content = read_twice(*reader);
  if (content.complete) check_text_copy(*reader, &content);
  if (content.complete) check_binary_copy(*reader, content);
  check_tidied(std::move(reader));
}

}  // namespace steward::fuzz
