#include "sched/schedule_reader.h"

#include <algorithm>
#include <cstring>

namespace steward {

namespace format = schedule_format;

namespace {

constexpr std::uint64_t kMaxThread = ~std::uint32_t{0};
constexpr auto kLastKind = static_cast<unsigned>(OperationKind::outside);

}  // namespace

ScheduleReader::ScheduleReader(std::span<const std::byte> bytes) : bytes_(bytes) {
  const std::size_t magic = std::min(bytes.size(), sizeof format::kMagic);
  std::uint16_t version = 0;
  if (bytes.empty() || std::memcmp(bytes.data(), format::kMagic, magic) != 0) {
    fail("is not a schedule of Steward");
  } else if (bytes.size() < format::kHeaderBytes) {
    fail("is cut off in its header");
  } else if (std::memcpy(&version, &bytes[sizeof format::kMagic], sizeof version);
             version != format::kVersion) {
    fail("is a schedule of another version of Steward; this one reads version 4");
  } else if (bytes[10] != std::byte{0} || bytes[11] != std::byte{0}) {
    fail("has a damaged header");
  }
  at_ = format::kHeaderBytes;
}

bool ScheduleReader::next(Decision& decision) {
  if (state_ != State::reading) return false;
  if (at_ == bytes_.size()) return stop(State::unfinished);
  record_ = at_;
  const auto tag = static_cast<unsigned>(bytes_[at_++]);
  switch (static_cast<format::Tag>(tag & format::kTagMask)) {
    case format::Tag::nothing:
      if (tag != 0 || !only_zeros_follow()) return fail("has a record of an unknown kind");
      return stop(State::unfinished);
    case format::Tag::choice: return read_choice(tag, decision);
    case format::Tag::draw:
      if (tag == static_cast<unsigned>(format::Tag::draw)) return read_draw(decision);
      return tag == (static_cast<unsigned>(format::Tag::draw) | format::kArrival)
                 ? read_arrival(decision)
                 : fail("has a damaged draw");
    case format::Tag::end:
      return tag == static_cast<unsigned>(format::Tag::end) ? read_end()
                                                            : fail("has a damaged end");
  }
  return fail("has a record of an unknown kind");
}

bool ScheduleReader::peek(Decision& decision) const {
  ScheduleReader ahead = *this;
  return ahead.next(decision);
}

bool ScheduleReader::read_choice(unsigned tag, Decision& decision) {
  const unsigned kind = tag >> format::kKindShift;
  std::uint64_t thread = history_.thread.value();
  std::uint64_t enabled = history_.enabled;
  std::uint64_t object = 0;
  if (kind > kLastKind) return fail("has an operation of an unknown kind");
  if ((tag & format::kThreadFollows) != 0 &&
      !number_up_to(kMaxThread, thread, "has a thread's number that is too large"))
    return false;
  if ((tag & format::kEnabledFollows) != 0 &&
      !number_up_to(kMaxThread, enabled, "has a number of threads that is too large"))
    return false;
  if (!number(object)) return false;
  if (enabled == 0) return fail("has a choice among nobody");

  decision = Decision();
  decision.kind = static_cast<OperationKind>(kind);
  decision.thread = history_.thread = ThreadId(static_cast<std::uint32_t>(thread));
  decision.enabled = history_.enabled = static_cast<std::uint32_t>(enabled);
  decision.object = history_.object_of(decision.thread) += unzigzag(object);
  ++decisions_;
  return true;
}

bool ScheduleReader::read_draw(Decision& decision) {
  decision = Decision::draw(0, 0);
  if (!number(decision.bound) || !number(decision.value)) return false;
  if (!decision.lets_time_pass() && decision.value >= decision.bound)
    return fail("has a drawn number outside its bound");
  ++decisions_;
  return true;
}

bool ScheduleReader::read_arrival(Decision& decision) {
  std::uint64_t thread = 0;
  if (!number_up_to(kMaxThread, thread, "has a thread's number that is too large")) return false;
  decision = Decision::arrival(ThreadId(static_cast<std::uint32_t>(thread)));
  ++decisions_;
  return true;
}

bool ScheduleReader::read_end() {
  std::uint64_t promised = 0;
  if (!number(promised)) return false;
  if (promised != decisions_) return fail("does not have as many decisions as its end says");
  if (at_ != bytes_.size()) return fail("goes on behind its end");
  return stop(State::ended);
}

bool ScheduleReader::number(std::uint64_t& value) {
  std::byte padded[kMaxVarintBytes] = {};
  const std::size_t rest = std::min(bytes_.size() - at_, sizeof padded);
  if (rest > 0) std::memcpy(padded, &bytes_[at_], rest);
  const std::byte* from = padded;
  value = get_varint(from);
  const auto length = static_cast<std::size_t>(from - padded);
  if (length > rest) return fail("is cut off inside a record");
  at_ += length;
  return true;
}

bool ScheduleReader::number_up_to(std::uint64_t largest, std::uint64_t& value,
                                  const char* otherwise) {
  if (!number(value)) return false;
  return value <= largest || fail(otherwise);
}

bool ScheduleReader::only_zeros_follow() const {
  return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), bytes_.end(),
                     [](std::byte byte) { return byte == std::byte{0}; });
}

bool ScheduleReader::stop(State state) {
  state_ = state;
  return false;
}

bool ScheduleReader::fail(const char* error) {
  error_ = error;
  error_offset_ = record_;
  return stop(State::damaged);
}

}  // namespace steward
