// The binary format: what is written is what is read, and its bytes are those of the document.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

#include "base/varint.h"
#include "trace/binary_encoder.h"
#include "trace/event_generator.h"
#include "trace/names.h"
#include "trace/support.h"

namespace steward {
namespace {

using testing::any_event;
using testing::any_number;
using testing::binary;
using testing::Bytes;
using testing::read_all;

std::string hex(std::span<const std::byte> bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kDigits[static_cast<unsigned>(byte) >> 4];
    text += kDigits[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

RC_GTEST_PROP(Varint, EveryNumberReadsBack, ()) {
  const std::uint64_t number = any_number();
  std::byte bytes[2 * kMaxVarintBytes] = {};
  const std::byte* const end = put_varint(bytes, number);
  const std::byte* next = bytes;
  RC_ASSERT(get_varint(next) == number);
  RC_ASSERT(next == end);
  RC_ASSERT(unzigzag(zigzag(number)) == number);
}

TEST(Varint, TakesSevenBitsAByteAndNineBytesAtMost) {
  std::byte bytes[2 * kMaxVarintBytes] = {};
  for (int bits = 1; bits <= 64; ++bits) {
    const std::uint64_t largest = ~std::uint64_t{0} >> (64 - bits);
    EXPECT_EQ(put_varint(bytes, largest) - bytes, bits > 56 ? 9 : (bits + 6) / 7) << bits;
  }
}

RC_GTEST_PROP(Binary, EveryEventReadsBackInBatchesOfAnySize, ()) {
  const auto events = *rc::gen::container<std::vector<Event>>(rc::gen::exec(any_event));
  const std::size_t batch = *rc::gen::inRange<std::size_t>(1, 70);
  const auto content = read_all(binary(events), batch);
  RC_ASSERT(content.message() == "no error");
  RC_ASSERT(content.events == events);
}

RC_GTEST_PROP(Binary, NoEventIsLongerThanTheStatedMaximum, ()) {
  BinaryEncoder encoder;
  std::byte bytes[2 * BinaryEncoder::kMaxEventBytes];
  for (int i = 0; i < 4; ++i)
    RC_ASSERT(encoder.event(any_event(), bytes) - bytes <=
              static_cast<std::ptrdiff_t>(BinaryEncoder::kMaxEventBytes));
}

TEST(Binary, ATraceLongerThanAnyBufferReadsBack) {
  std::vector<Event> events;
  for (std::uint64_t i = 0; i < 300'000; ++i)
    events.push_back(event::write(ThreadId(i % 7), {Address(i * 0x123456789abcdef), i % 5 + 1},
                                  SiteId(i % 999)));
  const Bytes bytes = binary(events);
  ASSERT_GT(bytes.size(), std::size_t{1} << 20);
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(**reader, 1000).events, events);
  EXPECT_EQ((*reader)->bytes_read(), bytes.size());
  EXPECT_EQ((*reader)->events_read(), events.size());
}

TEST(Binary, ASecondPassGivesTheSame) {
  const std::vector<Event> events = {event::fork(ThreadId(0), ThreadId(1)),
                                     event::read(ThreadId(1), {Address(8), 4})};
  const Bytes bytes = binary(events);
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(**reader).events, events);
  ASSERT_TRUE((*reader)->rewind());
  EXPECT_EQ((*reader)->bytes_read(), 12u);
  EXPECT_EQ(read_all(**reader).events, events);
}

// A trace that uses each kind of definition and the usual shapes of events. The document explains
// its bytes one by one; a change here is a change of the format, so it needs a new version.
TEST(Binary, ItsBytesAreThoseOfTheDocument) {
  Bytes bytes;
  WriterOptions options;
  options.max_store_age = 2;
  auto writer = create(memory_sink(bytes, "t"), Format::binary, options);
  writer->define(NamedObject::thread, 1, "worker");
  writer->define(SiteId(1), Site{"run", "a.cc", 12, 3});
  writer->define(AddressRange{Address(0x1000), 8}, "total");
  const ThreadId main(0), worker(1);
  const std::vector<Event> events = {
      event::fork(main, worker),
      event::write(worker, {Address(0x1000), 4}, SiteId(1)),
      event::read(worker, {Address(0x1004), 4}, SiteId(1)),
      event::acquire(worker, LockId(64)),
      event::atomic(EventKind::atomic_load, main, {Address(0x1000), 8}, MemoryOrder::acquire, {},
                    2),
  };
  for (const Event& event : events) ASSERT_TRUE(writer->write(event));
  ASSERT_TRUE(writer->finish());
  EXPECT_EQ(hex(bytes),
            "89 53 54 57 0d 0a 1a 0a 01 00 02 00 "
            "1e 00 03 0d 77 6f 72 6b 65 72 "
            "1e 04 03 07 72 75 6e 09 61 2e 63 63 19 07 "
            "1e 05 02 40 11 0b 74 6f 74 61 6c "
            "0a 03 "
            "e1 03 03 09 02 80 "
            "00 11 "
            "46 01 02 02 "
            "a2 01 11 02 80 01 02 "
            "1f 0b");
  EXPECT_EQ(read_all(bytes).events, events);
}

TEST(Binary, NamesReadBack) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "t"), Format::binary);
  const Site site{"f(int)", "dir/a.cc", 7, 9};
  writer->define(NamedObject::thread, 3, "T3");
  writer->define(NamedObject::lock, ~std::uint64_t{0}, "queue lock");
  writer->define(NamedObject::message, 4, "m");
  writer->define(NamedObject::condition, 4, "not empty");
  writer->define(SiteId(5), site);
  writer->define(AddressRange{Address(100), 20}, std::string(100'000, 'x'));
  ASSERT_TRUE(writer->finish());

  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(**reader).message(), "no error");
  const Names& names = (*reader)->names();
  EXPECT_EQ(names.thread(ThreadId(3)), "T3");
  EXPECT_EQ(names.lock(LockId(~std::uint64_t{0})), "queue lock");
  EXPECT_EQ(names.message(MessageId(4)), "m");
  EXPECT_EQ(names.condition(ConditionId(4)), "not empty");
  ASSERT_NE(names.site(SiteId(5)), nullptr);
  EXPECT_EQ(*names.site(SiteId(5)), site);
  ASSERT_TRUE(names.location(Address(119)));
  EXPECT_EQ(names.location(Address(119))->name.size(), 65535u) << "longer names are cut off";
}

TEST(Binary, TypicalAccessesTakeEightBytesAtMost) {
  std::vector<Event> events;
  std::uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t random = state >> 16;
    const AddressRange range{Address(0x7f0000000000 + (random & 0xfffff) * 8), 8};
    events.push_back(
        event::read(ThreadId((random >> 20) % 8), range, SiteId((random >> 24) % 2500)));
  }
  EXPECT_LE(binary(events).size(), events.size() * 8);
}

}  // namespace
}  // namespace steward
