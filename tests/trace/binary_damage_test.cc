// Binary traces that are cut off, damaged or not ours: always an error, at its place, after all
// that came before it.
#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

#include "base/varint.h"
#include "trace/event_generator.h"
#include "trace/support.h"

namespace steward {
namespace {

using testing::binary;
using testing::Bytes;
using testing::bytes_of;
using testing::read_all;

constexpr std::size_t kHeader = 12;

Bytes small_trace() {
  Bytes bytes;
  WriterOptions options;
  options.max_store_age = 9;
  auto writer = create(memory_sink(bytes, "t"), Format::binary, options);
  writer->define(NamedObject::thread, 1, "worker");
  writer->define(NamedObject::lock, 1 << 20, "lock");
  writer->define(SiteId(300), Site{"f", "a.cc", 70'000, 2});
  writer->define(AddressRange{Address(1 << 30), 8}, "x");
  for (int kind = 0; kind < kEventKinds; ++kind) {
    Event e;
    e.kind = static_cast<EventKind>(kind);
    e.thread = ThreadId(kind % 3);
    e.site = SiteId(300);
    e.operand = 1 << 20;
    e.range = {Address((1 << 30) + kind), 8};
    STEWARD_CHECK(writer->write(e).ok());
  }
  STEWARD_CHECK(writer->finish().ok());
  return bytes;
}

// The header, then these bytes.
Bytes with_records(std::initializer_list<int> records) {
  Bytes bytes = binary({}, 0);
  bytes.resize(kHeader);
  for (const int record : records) bytes.push_back(std::byte(record));
  return bytes;
}

bool is_prefix(const std::vector<Event>& part, const std::vector<Event>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

TEST(BinaryDamage, CutOffAtAnyByteIsAnErrorAfterAllThatCameBefore) {
  const Bytes whole = small_trace();
  const auto expected = read_all(whole);
  ASSERT_EQ(expected.message(), "no error");
  ASSERT_EQ(expected.events.size(), static_cast<std::size_t>(kEventKinds));
  std::size_t delivered_before = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    for (const std::size_t batch : {1, 1000}) {
      const auto content = read_all(part, batch);
      ASSERT_TRUE(content.error) << length;
      EXPECT_TRUE(is_prefix(content.events, expected.events)) << length;
      EXPECT_GE(content.events.size(), delivered_before) << "of all complete events, at " << length;
      delivered_before = content.events.size();
    }
  }
  EXPECT_EQ(delivered_before, expected.events.size()) << "only the end record is missing";
}

TEST(BinaryDamage, CutOffInTheMiddleOfALongTraceIsNoticedInEveryWindow) {
  std::vector<Event> events;
  for (std::uint64_t i = 0; i < 200'000; ++i)
    events.push_back(event::write(ThreadId(i % 7), {Address(i * 0x123456789abcdef), 8}));
  const Bytes whole = binary(events);
  for (const std::size_t length : {524'287, 524'288, 524'289, 1'048'576, 1'500'000}) {
    ASSERT_LT(length, whole.size());
    const auto content =
        read_all(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)), 512);
    EXPECT_TRUE(content.error);
    EXPECT_GT(content.events.size(), length / 20);
    EXPECT_TRUE(is_prefix(content.events, events));
  }
}

// Where a length that is believed would make the reader look behind all of its memory.
TEST(BinaryDamage, ACutOffNameAtTheVeryEndOfAWindowIsNoticed) {
  for (const std::size_t total : {524'286, 524'287, 524'288, 524'289}) {
    Bytes bytes = with_records({});
    const Bytes definition = {
        std::byte{30},   std::byte{0},    std::byte{3},  // of thread 1, 65,535 bytes
        std::byte{0xfc}, std::byte{0xff}, std::byte{0x07}};
    bytes.resize(total - definition.size(), std::byte{11});
    bytes.insert(bytes.end(), definition.begin(), definition.end());
    const auto content = read_all(bytes, 1000);
    EXPECT_EQ(content.events.size(), total - definition.size() - kHeader);
    ASSERT_TRUE(content.error);
    EXPECT_EQ(content.error->where, "offset " + std::to_string(total - definition.size()));
    EXPECT_NE(content.error->what.find("cut off"), std::string::npos) << content.message();
  }
}

TEST(BinaryDamage, AFlippedBitNeverDoesWorseThanOtherEventsOrAnError) {
  const Bytes whole = small_trace();
  int noticed = 0;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes damaged = whole;
    damaged[bit / 8] ^= std::byte{1} << (bit % 8);
    const auto content = read_all(damaged, 7);
    EXPECT_LE(content.events.size(), whole.size());
    if (content.error) ++noticed;
  }
  EXPECT_GT(noticed, 0);
}

TEST(BinaryDamage, TheErrorStaysUntilRewind) {
  Bytes bytes = binary(std::vector<Event>(3, event::start(ThreadId(0))), 0);
  bytes.resize(bytes.size() - 2);
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(**reader).events.size(), 3u);
  EXPECT_TRUE(read_all(**reader).error);
  ASSERT_TRUE((*reader)->rewind());
  EXPECT_EQ(read_all(**reader).events.size(), 3u);
}

TEST(BinaryDamage, VersionsOfLaterStewardsAreNamed) {
  Bytes bytes = small_trace();
  bytes[8] = std::byte(7);
  EXPECT_EQ(read_all(bytes).message(),
            "t: offset 8: version 7 of the trace format, but only version 1 is supported here: "
            "use the Steward that recorded it");
}

TEST(BinaryDamage, FilesThatAreNoTraceSayWhy) {
  EXPECT_EQ(read_all(Bytes()).message(), "t: is empty: a trace was expected");
  EXPECT_EQ(read_all(bytes_of("\x89STW\n\x1a\n")).message(),
            "t: is a trace damaged by a transfer in text mode: copy it again as binary");
  EXPECT_EQ(read_all(bytes_of("\x1f\x8b\x08")).message(), "t: is compressed: decompress it first");
  EXPECT_EQ(read_all(bytes_of(std::string_view("a\0b", 3))).message(),
            "t: is neither a Steward trace nor text");
  EXPECT_EQ(read_all(bytes_of("\x89ST")).message(),
            "t: offset 3: ends inside the header: the file was cut off");
  Bytes reserved = small_trace();
  reserved[11] = std::byte(1);
  EXPECT_EQ(read_all(reserved).message(),
            "t: offset 11: reserved byte of the header is not 0: the file is damaged");
}

TEST(BinaryDamage, EveryFaultOfARecordHasItsPlace) {
  struct Case {
    std::initializer_list<int> records;
    const char* message;
  };
  const Case cases[] = {
      {{11, 29}, "t: offset 13: unknown event kind 29"},
      {{0x80 | 11}, "t: offset 12: start with a flag that it cannot have"},
      {{0x20 | 30, 0}, "t: offset 12: record with a flag that it cannot have"},
      {{0x20 | 11, 0, 0, 0, 0, 0, 1, 0, 0, 0},
       "t: offset 12: start of a thread whose number needs more than 32 bits"},
      {{0x40 | 11, 0, 0, 0, 0, 0, 1, 0, 0, 0},
       "t: offset 12: start at a site whose number needs more than 32 bits"},
      {{10, 0, 0, 0, 0, 0, 1, 0, 0, 0},
       "t: offset 12: fork names a thread whose number needs more than 32 bits"},
      {{5, 5}, "t: offset 12: fence with an unknown memory order"},
      {{4, 1, 9}, "t: offset 12: atomic_rmw with an unknown memory order"},
      {{24, 0}, "t: offset 12: untracked_begin of an unknown kind of region"},
      {{25, 4}, "t: offset 12: untracked_end of an unknown kind of region"},
      {{30, 6, 1, 1}, "t: offset 12: definition of a kind that is unknown"},
      {{30, 0, 1, 4, 0, 8}, "t: offset 12: definition with a name of more than 65535 bytes"},
      {{30, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1},
       "t: offset 12: definition with a number that needs more than 32 bits"},
      {{11, 31, 5}, "t: offset 13: end record after 1 events, but it says 2: the file is damaged"},
      {{31, 1, 31, 1}, "t: offset 14: bytes after the end record: two files in one, or damaged"},
      {{11, 0, 2},
       "t: offset 13: ends without an end record: the file or its recording was cut off after 1 "
       "events"},
  };
  for (const Case& c : cases) EXPECT_EQ(read_all(with_records(c.records)).message(), c.message);
}

RC_GTEST_PROP(BinaryDamage, AnyBytesAfterTheHeaderAreReadToAnEndOrAnError,
              (std::vector<std::uint8_t> records)) {
  Bytes bytes = with_records({});
  for (const std::uint8_t record : records) bytes.push_back(std::byte(record));
  const auto content = read_all(bytes, 5);
  RC_ASSERT(content.events.size() <= records.size());
}

}  // namespace
}  // namespace steward
