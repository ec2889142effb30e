// Import of RAPID's text format.
#include "trace/rapid_reader.h"

#include <gtest/gtest.h>
#include <string>

#include "trace/support.h"

namespace steward {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::read_all;

std::string message_for(std::string_view text) { return read_all(bytes_of(text)).message(); }

TEST(RapidReader, EachOperationBecomesItsEvent) {
  const Bytes bytes = bytes_of(
      "main|fork(worker)|10\n"
      "worker|acq(L)|a.c:7\n"
      "worker|w(x)|a.c:8:2\n"
      "worker|rel(L)|a.c:9\n"
      "main|join(worker)|-1\n"
      "main|r(y)|0\n"
      "main|r(x)|\n");
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  const ThreadId main(0), worker(1);
  const AddressRange x{Address(RapidReader::kFirstAddress), 8},
      y{Address(RapidReader::kFirstAddress + 8), 8};
  const std::vector<Event> expected = {
      event::fork(main, worker, SiteId(1)),
      event::acquire(worker, LockId(0), LockMode::exclusive, SiteId(2)),
      event::write(worker, x, SiteId(3)),
      event::release(worker, LockId(0), LockMode::exclusive, SiteId(4)),
      event::join(main, worker, SiteId(5)),
      event::read(main, y, SiteId(6)),
      event::read(main, x, SiteId(7)),  // the same place, another variable
  };
  EXPECT_EQ(read_all(**reader, 3).events, expected);

  const Names& names = (*reader)->names();
  EXPECT_EQ(names.thread(worker), "worker");
  EXPECT_EQ(names.lock(LockId(0)), "L");
  EXPECT_EQ(names.location(x.begin)->name, "x");
  EXPECT_EQ(*names.site(SiteId(3)), (Site{"", "a.c", 8, 2}));
  EXPECT_EQ(names.site(SiteId(5))->function, "-1");
}

TEST(RapidReader, BlankLinesCommentsAndBlockMarksAreNoEvents) {
  const auto content = read_all(
      bytes_of("# a comment\n\n   \n  # "
               "another\r\nT|begin|1\nT|begin(m)|1\r\nT|w(x)|2\r\nT|end(m)|3\nT|end|3\n\r\n"));
  EXPECT_EQ(content.message(), "no error");
  EXPECT_EQ(content.events.size(), 1u);
}

TEST(RapidReader, TheLastLineNeedsNoLineEnd) {
  EXPECT_EQ(read_all(bytes_of("T|w(x)|1\nT|r(x)|1")).events.size(), 2u);
}

TEST(RapidReader, OperandsAndLocationsMayBeAnyText) {
  const Bytes bytes = bytes_of("T 1|w(a[(3)].f|g)|in f(x)|y\n");
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(read_all(**reader).message(), "no error");
  EXPECT_EQ((*reader)->names().location(Address(RapidReader::kFirstAddress))->name, "a[(3)].f|g");
  EXPECT_EQ((*reader)->names().site(SiteId(1))->function, "in f(x)|y");
}

TEST(RapidReader, AForkOfAJoinedNameIsAnotherThread) {
  const Bytes bytes = bytes_of("M|fork(T)|1\nT|w(x)|2\nM|join(T)|3\nM|fork(T)|4\nT|w(x)|5\n");
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  for (int pass = 0; pass < 2; ++pass) {
    const auto events = read_all(**reader).events;
    ASSERT_EQ(events.size(), 5u);
    EXPECT_EQ(events[1].thread, ThreadId(1));
    EXPECT_EQ(events[3].other(), ThreadId(2));
    EXPECT_EQ(events[4].thread, ThreadId(2));
    EXPECT_EQ((*reader)->names().thread(ThreadId(2)), "T");
    ASSERT_TRUE((*reader)->rewind());
  }
}

TEST(RapidReader, EveryFaultHasItsLine) {
  EXPECT_EQ(message_for("T|w(x)|1\n\nhello\n"),
            "t:3: expected 'thread|op(operand)|location', found 'hello'");
  EXPECT_EQ(message_for("|w(x)|1"), "t:1: expected 'thread|op(operand)|location', found '|w(x)|1'");
  EXPECT_EQ(message_for("T|w(x)"), "t:1: expected 'thread|op(operand)|location', found 'T|w(x)'");
  EXPECT_EQ(message_for("T|w(x|1"), "t:1: expected 'thread|op(operand)|location', found 'T|w(x|1'");
  EXPECT_EQ(message_for("T|w|1"), "t:1: expected 'thread|op(operand)|location', found 'T|w|1'");
  EXPECT_EQ(message_for("T|w()|1"), "t:1: the operand is empty, found 'T|w()|1'");
  EXPECT_EQ(message_for("T|write(x)|1"),
            "t:1: unknown operation (known: r, w, acq, rel, fork, join, begin, end), found "
            "'T|write(x)|1'");
  EXPECT_EQ(message_for("# x\n" + std::string(70, 'a') + "\x01"),
            "t:2: expected 'thread|op(operand)|location', found '" + std::string(60, 'a') + "…'");
}

TEST(RapidReader, WhatCameBeforeAFaultIsDeliveredFirst) {
  const auto content = read_all(bytes_of("T|w(x)|1\nT|r(x)|2\noops\nT|r(x)|3\n"));
  EXPECT_EQ(content.events.size(), 2u);
  EXPECT_TRUE(content.error);
}

TEST(RapidReader, LinesMayBeLongButNotEndless) {
  const std::string longest(LineReader::kMaxLineBytes - 8, 'x');
  EXPECT_EQ(message_for("T|w(x)|" + longest + "\nT|r(x)|1\n"), "no error");
  EXPECT_EQ(message_for("T|r(x)|1\nT|w(x)|" + longest + "yyy\n"),
            "t:2: a line of more than 524288 bytes: this is no trace");
  EXPECT_EQ(message_for("T|r(x)|1\n" + longest + longest + longest),
            "t:2: a line of more than 524288 bytes: this is no trace");
}

TEST(RapidReader, ATraceLongerThanAnyBufferIsReadLineByLine) {
  std::string text;
  for (int i = 0; i < 200'000; ++i)
    text += "T" + std::to_string(i % 5) + "|w(v" + std::to_string(i % 777) + ")|1\n";
  const Bytes bytes = bytes_of(text);
  auto reader = open(memory_source(bytes, "t"));
  ASSERT_TRUE(reader);
  const auto content = read_all(**reader, 100);
  EXPECT_EQ(content.message(), "no error");
  EXPECT_EQ(content.events.size(), 200'000u);
  EXPECT_EQ(content.events.back().thread, ThreadId(199'999 % 5));
  EXPECT_EQ((*reader)->bytes_read(), text.size());
}

}  // namespace
}  // namespace steward
