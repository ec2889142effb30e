#include "report/live/channel_reader.h"

#include <algorithm>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::report {

using channel::RecordHeader;
using channel::State;

ChannelReader::ChannelReader(std::uint8_t* bytes) : bytes_(bytes), next_(sizeof(channel::Header)) {}

std::uint64_t ChannelReader::end() const {
  return std::min(header().used.load(std::memory_order_acquire), header().capacity);
}

bool ChannelReader::plausible(std::uint64_t offset) const {
  if (offset + sizeof(RecordHeader) > end()) return false;
  const std::uint32_t size = __atomic_load_n(&at(offset)->size, __ATOMIC_ACQUIRE);
  return size >= sizeof(RecordHeader) && size % 8 == 0 && offset + size <= header().capacity;
}

std::size_t ChannelReader::read(const std::function<State(const RecordView&)>& receive) {
  for (; plausible(next_); next_ += at(next_)->size) set_aside_.push_back(next_);
  std::size_t received = 0;
  std::erase_if(set_aside_, [&](std::uint64_t offset) {
    RecordHeader* record = at(offset);
    if (record->state.load(std::memory_order_acquire) != State::complete) return false;
    const std::uint8_t* body = bytes_ + offset + sizeof(RecordHeader);
    const State answer = receive({record, {body, record->size - sizeof(RecordHeader)}});
    record->state.store(answer, std::memory_order_release);
    header().handled.fetch_add(1);
    syscall(SYS_futex, &header().handled, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
    ++received;
    return true;
  });
  return received;
}

bool ChannelReader::at_gap() const {
  return next_ + sizeof(RecordHeader) <= end() && !plausible(next_);
}

void ChannelReader::pass_over_gap() {
  // The gap was never written, so it is zero, and the next record begins at its end: the first
  // place with a possible size. One word before, that place would hold a state, which is none.
  while (at_gap()) next_ += 8;
}

}  // namespace steward::report
