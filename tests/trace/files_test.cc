// Traces in real files: which are refused, and what a failing disk gives.
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>

#include "trace/convert.h"
#include "trace/support.h"

namespace steward {
namespace {

using testing::binary;
using testing::Bytes;
using testing::read_all;

std::string message_of_open(const std::string& path) {
  auto reader = open(path);
  return reader ? "no error" : reader.error().message();
}

TEST(Files, ATraceWrittenToAFileIsReadFromIt) {
  const std::string path = ::testing::TempDir() + "steward-files-test.std";
  const std::vector<Event> events = {event::start(ThreadId(0)),
                                     event::write(ThreadId(0), {Address(64), 8})};
  {
    auto writer = create(path, Format::binary);
    ASSERT_TRUE(writer);
    for (const Event& event : events) ASSERT_TRUE((*writer)->write(event));
    ASSERT_TRUE((*writer)->finish());
  }
  auto reader = open(path);
  ASSERT_TRUE(reader) << "told apart by content, not by name";
  EXPECT_EQ(read_all(**reader).events, events);
  EXPECT_EQ((*reader)->bytes_total(), (*reader)->bytes_read());
  std::remove(path.c_str());
}

TEST(Files, WhatCannotBeReadTwiceIsRefused) {
  const std::string pipe = ::testing::TempDir() + "steward-files-test.pipe";
  std::remove(pipe.c_str());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(message_of_open("-"),
            "-: cannot read from standard input, since some analyses read a trace twice: save it "
            "to a file first");
  EXPECT_EQ(
      message_of_open(pipe),
      pipe +
          ": is not a regular file, and some analyses read a trace twice: save it to a file first");
  EXPECT_EQ(message_of_open(::testing::TempDir()),
            ::testing::TempDir() + ": is a directory, not a trace");
  EXPECT_EQ(message_of_open("/nonexistent"),
            "/nonexistent: cannot be opened: No such file or directory");
  std::remove(pipe.c_str());
}

TEST(Files, AFullDiskIsReportedWithItsPath) {
  auto writer = create("/dev/full", Format::binary);
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->write(event::start(ThreadId(0))));
  auto finished = (*writer)->finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().message(), "/dev/full: cannot be written: No space left on device");
}

TEST(Files, AFullDiskStopsALongTraceBeforeItsEnd) {
  for (const Format format : {Format::binary, Format::rapid}) {
    auto writer = create("/dev/full", format);
    ASSERT_TRUE(writer);
    int written = 0;
    while (written < 10'000'000 && (*writer)->write(event::acquire(ThreadId(0), LockId(written))))
      ++written;
    EXPECT_LT(written, 1'000'000);
    EXPECT_FALSE((*writer)->finish());
  }
}

TEST(Files, AFolderThatIsNotThereIsReportedWithItsPath) {
  auto writer = create("/nonexistent/t.trace", Format::rapid);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().message(),
            "/nonexistent/t.trace: cannot be created: No such file or directory");
}

TEST(Files, AnUndeclaredStoreAgeIsRefusedByTheWriter) {
  Bytes bytes;
  auto writer = create(memory_sink(bytes, "out"), Format::binary);
  const Event load = event::atomic(EventKind::atomic_load, ThreadId(0), {Address(8), 8},
                                   MemoryOrder::relaxed, {}, 1);
  auto written = writer->write(load);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().file, "") << "it is not about the output";
  EXPECT_EQ(written.error().what,
            "an atomic_load reads a store of age 1, but the trace declares at most 0");
}

// A source that fails after some bytes, as a disk with a bad block does.
class FailingSource final : public ByteSource {
 public:
  FailingSource(Bytes bytes, std::size_t good)
      : bytes_(std::move(bytes)), good_(good), inner_(memory_source(bytes_, "bad")) {}

  Result<std::size_t, Error> read(std::span<std::byte> into) override {
    if (delivered_ + into.size() > good_ && delivered_ > 0)
      return Error{"bad", "", "cannot be read: Input/output error"};
    auto got = inner_->read(into);
    delivered_ += *got;
    return got;
  }
  Result<void, Error> rewind() override {
    delivered_ = 0;
    return inner_->rewind();
  }
  std::uint64_t size() const override { return bytes_.size(); }
  const std::string& name() const override { return inner_->name(); }

 private:
  Bytes bytes_;
  std::size_t good_;
  std::size_t delivered_ = 0;
  std::unique_ptr<ByteSource> inner_;
};

TEST(Files, AReadErrorComesAfterWhatCouldBeRead) {
  const Bytes bytes =
      binary(std::vector<Event>(1'000'000, event::fence(ThreadId(0), MemoryOrder::seq_cst)));
  auto reader = open(std::make_unique<FailingSource>(bytes, std::size_t{1} << 20));
  ASSERT_TRUE(reader);
  const auto content = read_all(**reader);
  EXPECT_GT(content.events.size(), 100'000u);
  EXPECT_EQ(content.message(), "bad: cannot be read: Input/output error");
}

TEST(Convert, CarriesNamesFromOneFormatToTheOther) {
  const Bytes text = testing::bytes_of("main|fork(T)|10\nT|w(x)|a.c:8\n");
  auto reader = open(memory_source(text, "t"));
  ASSERT_TRUE(reader);
  Bytes out;
  auto writer = create(memory_sink(out, "out"), Format::binary);
  auto count = convert(**reader, *writer);
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, 2u);
  auto again = open(memory_source(out, "out"));
  ASSERT_TRUE(again);
  EXPECT_EQ(read_all(**again).events, read_all(text).events);
  EXPECT_EQ((*again)->names().thread(ThreadId(1)), "T");
  EXPECT_EQ(*(*again)->names().site(SiteId(2)), (Site{"", "a.c", 8, 0}));
}

TEST(Convert, LeavesTheOutputOfABrokenTraceUnfinished) {
  const Bytes text = testing::bytes_of("T|w(x)|1\noops\n");
  auto reader = open(memory_source(text, "t"));
  ASSERT_TRUE(reader);
  Bytes out;
  auto writer = create(memory_sink(out, "out"), Format::binary);
  EXPECT_FALSE(convert(**reader, *writer));
  EXPECT_TRUE(read_all(out).error);
}

}  // namespace
}  // namespace steward
