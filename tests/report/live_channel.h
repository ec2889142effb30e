// Stands in for the runtime: a channel, and processes that write into it.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "base/heap.h"
#include "channel/encoder.h"
#include "report/live/channel_file.h"
#include "report/live/channel_reader.h"

namespace steward::report {

class FakeChannel {
 public:
  FakeChannel() : file_(made()) {}

  // Room for a record of `body` bytes, as a writer takes it. Nothing is in it yet, not even its
  // size.
  std::uint64_t reserve(std::size_t body) {
    const std::uint64_t size = (sizeof(channel::RecordHeader) + body + 7) / 8 * 8;
    return header().used.fetch_add(size);
  }
  channel::RecordHeader* at(std::uint64_t offset) const {
    return reinterpret_cast<channel::RecordHeader*>(file_.bytes() + offset);
  }
  // All but the state.
  channel::RecordHeader* fill(std::uint64_t offset, channel::Kind kind, std::uint32_t pid,
                              const channel::Encoder& body) {
    channel::RecordHeader* record = at(offset);
    record->kind = kind;
    record->process = pid;
    record->size = static_cast<std::uint32_t>((sizeof *record + body.bytes().size() + 7) / 8 * 8);
    std::memcpy(bytes() + offset + sizeof *record, body.bytes().data(), body.bytes().size());
    return record;
  }
  channel::RecordHeader* send(channel::Kind kind, std::uint32_t pid, const channel::Encoder& body) {
    channel::RecordHeader* record = fill(reserve(body.bytes().size()), kind, pid, body);
    record->state.store(channel::State::complete);
    return record;
  }

  void make_room() { file_.make_room(); }
  channel::Header& header() const { return file_.header(); }
  std::uint8_t* bytes() const { return file_.bytes(); }
  const std::string& path() const { return file_.path(); }
  Heap& heap() { return heap_; }

 private:
  static ChannelFile made() {
    auto file = ChannelFile::create(testing::TempDir(), 66);
    EXPECT_TRUE(file.ok());
    return *std::move(file);
  }

  Heap heap_;
  ChannelFile file_;
};

}  // namespace steward::report
