#include "runtime/report/sender.h"

#include <cstring>
#include <new>

#include "runtime/platform/raw.h"
#include "runtime/platform/task_state.h"

namespace steward {

using channel::Header;
using channel::RecordHeader;
using channel::State;

namespace {

constexpr long kLookAgain = 100;  // milliseconds
// How long nothing may come from the tool: if it is stopped, as by a debugger, and if it seems to
// be at work.
constexpr std::uint64_t kLongestStop = 5'000;
constexpr std::uint64_t kLongestWork = 120'000;

bool is_stopped(std::uint32_t process) {
  const char state = state_of_process(process);
  return state == 'T' || state == 't';
}

}  // namespace

bool Sender::open(const char* path) {
  if (path == nullptr) return false;
  const int file = raw::open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  // The tool has written the capacity before it started anybody.
  Header found = {};
  const bool whole = raw::read(file, &found, sizeof found) == sizeof found;
  if (whole && found.magic == channel::kMagic && found.version == channel::kVersion) {
    header_ =
        static_cast<Header*>(raw::map(found.capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file));
  }
  raw::close(file);
  return header_ != nullptr;
}

RecordHeader* Sender::send(channel::Kind kind, const channel::Encoder& body) {
  const std::span<const std::uint8_t> bytes = body.bytes();
  const std::uint64_t size = (sizeof(RecordHeader) + bytes.size() + 7) / 8 * 8;
  // Room is taken only if it is there: `used` never passes the end, so the reader can trust it.
  std::uint64_t at = header_->used.load(std::memory_order_relaxed);
  do {
    if (!wait_for_room(at + size)) {
      header_->dropped.fetch_add(1, std::memory_order_relaxed);
      return nullptr;
    }
  } while (!header_->used.compare_exchange_weak(at, at + size, std::memory_order_relaxed));
  auto* record = reinterpret_cast<RecordHeader*>(reinterpret_cast<char*>(header_) + at);
  record->kind = kind;
  record->process = raw::process();
  record->size = static_cast<std::uint32_t>(size);
  std::memcpy(static_cast<void*>(record + 1), bytes.data(), bytes.size());
  record->state.store(State::complete, std::memory_order_release);
  header_->completed.fetch_add(1, std::memory_order_release);
  raw::wake_all(header_->completed);
  return record;
}

bool Sender::is_worth_waiting(std::uint64_t since) const {
  if (!raw::exists(header_->tool_process)) return false;
  const std::uint64_t here = std::uint64_t{header_->handled.load(std::memory_order_relaxed)} + 1;
  const std::uint64_t waited = raw::milliseconds() - since;
  const bool silent = header_->silent.load(std::memory_order_relaxed) == here ||
                      waited > kLongestWork ||
                      (waited > kLongestStop && is_stopped(header_->tool_process));
  if (silent) header_->silent.store(here, std::memory_order_relaxed);
  return !silent;
}

bool Sender::wait_for_room(std::uint64_t end) const {
  if (end > header_->capacity) return false;
  const std::uint64_t since = raw::milliseconds();
  for (;;) {
    const std::uint32_t handled = header_->handled.load(std::memory_order_acquire);
    if (end <= header_->ready.load(std::memory_order_acquire)) return true;
    if (header_->full.load(std::memory_order_acquire) != 0) return false;
    if (!is_worth_waiting(since)) return false;
    raw::wait(header_->handled, handled, kLookAgain);
  }
}

State Sender::answer_to(RecordHeader* record) {
  if (record == nullptr) return State::counted;
  const std::uint64_t since = raw::milliseconds();
  for (;;) {
    const std::uint32_t handled = header_->handled.load(std::memory_order_acquire);
    const State state = record->state.load(std::memory_order_acquire);
    if (state != State::complete) return state;
    if (!is_worth_waiting(since)) {
      header_->unanswered.fetch_add(1, std::memory_order_relaxed);
      return State::counted;
    }
    raw::wait(header_->handled, handled, kLookAgain);
  }
}

}  // namespace steward
