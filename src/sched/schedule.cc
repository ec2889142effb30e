#include "sched/schedule.h"

#include <cstring>

namespace steward {

namespace format = schedule_format;

Decision Decision::choice(const Moment& moment, std::size_t chosen) {
  if (chosen == kLetTimePass) return draw(0, moment.enabled.size());
  const Candidate& thread = moment.enabled[chosen];
  Decision decision;
  decision.kind = thread.next.kind;
  decision.thread = thread.thread;
  decision.enabled = static_cast<std::uint32_t>(moment.enabled.size());
  decision.object = thread.next.object;
  return decision;
}

Decision Decision::draw(std::uint64_t bound, std::uint64_t value) {
  Decision decision;
  decision.what = What::draw;
  decision.bound = bound;
  decision.value = value;
  return decision;
}

Decision Decision::arrival(ThreadId thread) {
  Decision decision;
  decision.what = What::arrival;
  decision.thread = thread;
  return decision;
}

ScheduleWriter::ScheduleWriter(ScheduleSink& sink) : sink_(sink) {
  std::byte header[format::kHeaderBytes] = {};
  std::memcpy(header, format::kMagic, sizeof format::kMagic);
  std::memcpy(header + sizeof format::kMagic, &format::kVersion, sizeof format::kVersion);
  sink_.write(header);
}

void ScheduleWriter::add(const Decision& decision) {
  std::byte record[format::kMaxRecordBytes];
  std::byte* end = record;
  switch (decision.what) {
    case Decision::What::choice: end = put_choice(record, decision); break;
    case Decision::What::draw:
      *end++ = static_cast<std::byte>(format::Tag::draw);
      end = put_varint(put_varint(end, decision.bound), decision.value);
      break;
    case Decision::What::arrival:
      *end++ = static_cast<std::byte>(static_cast<unsigned>(format::Tag::draw) | format::kArrival);
      end = put_varint(end, decision.thread.value());
      break;
  }
  ++decisions_;
  sink_.write({record, end});
}

std::byte* ScheduleWriter::put_choice(std::byte* out, const Decision& decision) {
  const bool new_thread = decision.thread != history_.thread;
  const bool new_enabled = decision.enabled != history_.enabled;
  *out++ = static_cast<std::byte>(static_cast<unsigned>(format::Tag::choice) |
                                  (new_thread ? format::kThreadFollows : 0) |
                                  (new_enabled ? format::kEnabledFollows : 0) |
                                  static_cast<unsigned>(decision.kind) << format::kKindShift);
  if (new_thread) out = put_varint(out, decision.thread.value());
  if (new_enabled) out = put_varint(out, decision.enabled);
  std::uint64_t& object = history_.object_of(decision.thread);
  out = put_varint(out, zigzag(decision.object - object));
  history_.thread = decision.thread;
  history_.enabled = decision.enabled;
  object = decision.object;
  return out;
}

void ScheduleWriter::finish() {
  std::byte record[1 + kMaxVarintBytes] = {static_cast<std::byte>(format::Tag::end)};
  sink_.write({record, put_varint(record + 1, decisions_)});
}

}  // namespace steward
