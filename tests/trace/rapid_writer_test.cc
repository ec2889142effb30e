// Export to RAPID's text format.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <string>

#include "trace/convert.h"
#include "trace/partition.h"
#include "trace/support.h"

namespace steward {
namespace {

using testing::binary;
using testing::Bytes;
using testing::bytes_of;
using testing::read_all;

struct Exported {
  std::string text;
  std::string message = "no error";
  std::uint64_t dropped = 0;
};

Exported exported(const Bytes& trace, bool drop_inexpressible = false) {
  auto reader = open(memory_source(trace, "t"));
  STEWARD_CHECK(reader.ok());
  Bytes out;
  WriterOptions options;
  options.drop_inexpressible = drop_inexpressible;
  auto writer = create(memory_sink(out, "out"), Format::rapid, options);
  Exported result;
  if (auto done = convert(**reader, *writer); !done) result.message = done.error().message();
  result.text = testing::text_of(out);
  result.dropped = writer->dropped();
  return result;
}

constexpr AddressRange at(std::uint64_t begin, std::uint64_t size) {
  return {Address(begin), size};
}

TEST(RapidWriter, TextComesBackAsItWas) {
  const std::string text =
      "main|fork(T)|10\nT|acq(L)|a.c:7\nT|w(x)|a.c:8:2 f\nT|rel(L)|9\nmain|join(T)|-1\n"
      "main|fork(T)|10\nT|r(x)|0\nmain|w(arr[3].f)|in f(x)|y\n";
  EXPECT_EQ(exported(bytes_of(text)).text, text);
}

TEST(RapidWriter, ANameThatBeginsWithAByteOrderMarkIsNotTakenForTheFiles) {
  const std::string text = "#\n\xef\xbb\xbfT|r(x)|0\n";
  EXPECT_EQ(exported(bytes_of(text)).text, text);
}

TEST(RapidWriter, WithoutNamesNumbersAndAddressesServe) {
  const std::vector<Event> events = {
      event::fork(ThreadId(0), ThreadId(4)),
      event::write(ThreadId(4), at(0xbeef, 2), SiteId(17)),
      event::acquire(ThreadId(4), LockId(5)),
  };
  EXPECT_EQ(exported(binary(events)).text, "T0|fork(T4)|0\nT4|w(0xbeef)|17\nT4|acq(L5)|0\n");
}

TEST(RapidWriter, AnAccessBecomesOneEventForEachBlockOfTheCoarsestPartition) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "t"), Format::binary);
  writer->define(at(0x100, 8), "pair");
  const ThreadId t(0);
  for (const AddressRange range : {at(0x100, 8), at(0x100, 4), at(0x106, 4), at(0x200, 4)})
    ASSERT_TRUE(writer->write(event::write(t, range)));
  ASSERT_TRUE(writer->finish());
  EXPECT_EQ(exported(bytes).text,
            "T0|w(pair+0)|0\nT0|w(pair+4)|0\nT0|w(pair+6)|0\n"  // [0,8) = [0,4) + [4,6) + [6,8)
            "T0|w(pair+0)|0\n"
            "T0|w(pair+6)|0\nT0|w(0x108)|0\n"  // [6,10) = [6,8) + [8,10)
            "T0|w(0x200)|0\n");
}

// Blocks are disjoint, make up each range exactly, and two neighbours are told apart by some range:
// so no coarser partition would do.
RC_GTEST_PROP(Partition, IsTheCoarsestThatSplitsNoRange, ()) {
  std::vector<AddressRange> ranges;
  Partition partition;
  const int count = *rc::gen::inRange(1, 12);
  for (int i = 0; i < count; ++i) {
    ranges.push_back(
        at(*rc::gen::inRange<std::uint64_t>(0, 50), *rc::gen::inRange<std::uint64_t>(1, 20)));
    partition.add(ranges.back());
  }
  partition.seal();
  std::set<std::pair<std::uint64_t, std::uint64_t>> blocks;
  for (const AddressRange range : ranges) {
    Address expected = range.begin;
    partition.for_each_block(range, [&](AddressRange block) {
      RC_ASSERT(block.begin == expected);
      RC_ASSERT(block.size > 0u);
      expected = block.end();
      blocks.insert({block.begin.value(), block.end().value()});
    });
    RC_ASSERT(expected == range.end());
  }
  std::uint64_t previous_end = 0;
  for (const auto& [begin, end] : blocks) {
    RC_ASSERT(begin >= previous_end);
    if (begin == previous_end && begin != 0)
      RC_ASSERT(std::any_of(ranges.begin(), ranges.end(), [&, b = begin](AddressRange r) {
        return r.contains(Address(b)) != r.contains(Address(b - 1));
      }));
    previous_end = end;
  }
}

TEST(RapidWriter, WhatTheFormatCannotSayIsRefusedByName) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "t"), Format::binary);
  writer->define(NamedObject::thread, 3, "worker");
  ASSERT_TRUE(writer->write(event::write(ThreadId(3), at(8, 8))));
  ASSERT_TRUE(writer->write(event::send(ThreadId(3), MessageId(1))));
  ASSERT_TRUE(writer->finish());
  EXPECT_EQ(exported(bytes).message,
            "t: offset 26: a send by thread worker cannot be said in this format, "
            "which has only r, w, acq, rel, fork and join");
}

TEST(RapidWriter, AnAccessWithoutBytesIsRefused) {
  EXPECT_EQ(exported(binary(std::vector<Event>{event::read(ThreadId(3), at(8, 0))})).message,
            "t: offset 12: a read by thread T3 has no proper range of bytes");
  EXPECT_EQ(exported(binary(std::vector<Event>{event::read(ThreadId(3), at(8, ~std::uint64_t{0}))}))
                .message,
            "t: offset 12: a read by thread T3 has no proper range of bytes");
}

TEST(RapidWriter, WhatTheFormatCannotSayIsLeftOutAndCountedIfAsked) {
  std::vector<Event> events = {event::write(ThreadId(0), at(8, 8))};
  for (int kind = 0; kind < kEventKinds; ++kind) {
    Event e;
    e.kind = static_cast<EventKind>(kind);
    e.range = at(8, 8);
    e.operand = 7;
    events.push_back(e);
  }
  const Exported result = exported(binary(events), true);
  EXPECT_EQ(result.message, "no error");
  EXPECT_EQ(result.dropped, static_cast<std::uint64_t>(kEventKinds) - 8)
      << "all but r, w, acq, rel, fork, join, and start and end, which say nothing more";
  EXPECT_EQ(result.text,
            "T0|w(0x8)|0\nT0|r(0x8)|0\nT0|w(0x8)|0\nT0|acq(L7)|0\nT0|rel(L7)|0\nT0|fork(T7)|0\nT0|"
            "join(T7)|0\n");
}

TEST(RapidWriter, NamesAreMadeFitAndUnique) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "t"), Format::binary);
  writer->define(NamedObject::thread, 1, "#pool|a");
  writer->define(NamedObject::thread, 2, "#pool\na");
  writer->define(NamedObject::lock, 1, "L2");
  writer->define(at(8, 8), "x");
  writer->define(at(16, 8), "x");
  writer->define(SiteId(1), Site{"line\nbreak\r", "", 0, 0});
  const std::vector<Event> events = {
      event::write(ThreadId(1), at(8, 8), SiteId(1)),
      event::write(ThreadId(2), at(16, 8), SiteId(1)),
      event::acquire(ThreadId(1), LockId(1)),
      event::acquire(ThreadId(2), LockId(2)),
  };
  for (const Event& event : events) ASSERT_TRUE(writer->write(event));
  ASSERT_TRUE(writer->finish());
  const Exported result = exported(bytes);
  EXPECT_EQ(result.text,
            "_#pool_a|w(x)|line_break\n_#pool_a~2|w(x~2)|line_break\n_#pool_a|acq(L2)|0\n_#pool_a~"
            "2|acq(L2~2)|0\n");
  EXPECT_EQ(read_all(bytes_of(result.text)).message(), "no error");
}

// Random text traces: what was exported is read as the same events.
RC_GTEST_PROP(RapidWriter, EveryImportedTraceComesBack, ()) {
  std::string text;
  const int lines = *rc::gen::inRange(0, 40);
  const auto number = [] { return std::to_string(*rc::gen::inRange(0, 4)); };
  for (int i = 0; i < lines; ++i) {
    const std::string operation =
        *rc::gen::element<std::string>("r", "w", "acq", "rel", "fork", "join");
    text += "T" + number() + "|" + operation + "(" + (operation.size() > 3 ? "T" : "v") + number() +
            ")|" + number() + "\n";
  }
  if (text.empty()) text = "# nothing\n";
  const auto before = read_all(bytes_of(text));
  const Exported result = exported(bytes_of(text));
  RC_ASSERT(result.message == "no error");
  if (before.events.empty()) return;
  RC_ASSERT(read_all(bytes_of(result.text)).events == before.events);
}

}  // namespace
}  // namespace steward
