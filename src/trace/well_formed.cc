#include "trace/well_formed.h"

#include <algorithm>
#include <utility>

#include "trace/article.h"

namespace steward {
namespace {

LockMode mode_of(EventKind kind) {
  const bool shared = kind == EventKind::acquire_shared || kind == EventKind::release_shared;
  return shared ? LockMode::shared : LockMode::exclusive;
}

bool is_release(EventKind kind) {
  return kind == EventKind::release || kind == EventKind::release_shared;
}

// A history is kept for every byte that is accessed, freed or copied to: a number that no program
// can mean must not decide how much memory is used. What forgets history may have any size.
std::uint64_t largest_size(EventKind kind) {
  if (is_atomic(kind)) return 4096;
  if (kind == EventKind::alloc || kind == EventKind::clear) return ~std::uint64_t{0};
  return std::uint64_t{64} << 30;
}

// The end of a range is an address too, so the last byte of all cannot be in one.
bool reaches_last_byte(Address begin, std::uint64_t size) { return begin + size < begin; }

}  // namespace

WellFormedReader::WellFormedReader(std::unique_ptr<Reader> trace) : trace_(std::move(trace)) {
  state_.emplace(heap_);
}

Result<void, Error> WellFormedReader::rewind() {
  state_.emplace(heap_);
  return trace_->rewind();
}

Result<std::size_t, Error> WellFormedReader::read(std::span<Event> batch) {
  while (!state_->failure) {
    auto got = fetch(batch);
    if (!got) return got;
    if (*got == 0) return 0;
    const std::size_t left = tidy(batch.first(*got));
    state_->delivered += left;
    if (left > 0) return left;
  }
  return *state_->failure;
}

Result<std::size_t, Error> WellFormedReader::fetch(std::span<Event> batch) {
  const auto waiting = std::span(state_->backlog).subspan(state_->backlog_begin);
  if (waiting.empty()) {
    state_->backlog.clear();
    state_->backlog_begin = 0;
    return trace_->read(batch);
  }
  const std::size_t count = std::min(waiting.size(), batch.size());
  std::copy_n(waiting.begin(), count, batch.begin());
  state_->backlog_begin += count;
  return count;
}

void WellFormedReader::give_back(std::span<const Event> events) {
  if (state_->backlog_begin >= events.size()) {
    // They came from there.
    state_->backlog_begin -= events.size();
    return;
  }
  state_->backlog.assign(events.begin(), events.end());
  state_->backlog_begin = 0;
}

std::size_t WellFormedReader::tidy(std::span<Event> events) {
  std::size_t left = 0;
  for (std::size_t next = 0; next < events.size();) {
    const Event& event = events[next];
    const ThreadId thread = state_->attribution.current(event.thread);
    if (is_ordinary_access(event, thread)) [[likely]] {
      if (left != next) events[left] = event;
      ++left;
      ++next;
      ++state_->judged;
      continue;
    }
    Verdict verdict = Verdict::insert_before;
    if (!must_release_first(event, thread)) {
      if (std::string fault = fault_of(event, thread); !fault.empty()) {
        fail(std::move(fault));
        break;
      }
      verdict = judge_lock(event);
    }
    if (verdict == Verdict::insert_before) {
      const bool room = left < next;
      if (!room) give_back(events.subspan(next));
      events[left++] = inserted_;
      if (!room) break;
      continue;
    }
    if (verdict == Verdict::keep) events[left++] = event;
    ++next;
    ++state_->judged;
  }
  return left;
}

bool WellFormedReader::is_ordinary_access(const Event& event, ThreadId thread) {
  if (event.kind > EventKind::write || event.range.size == 0 ||
      event.range.size > largest_size(event.kind) ||
      reaches_last_byte(event.range.begin, event.range.size))
    return false;
  const ThreadLife& life = state_->lives.of(thread);
  return life.exists && !life.over();
}

void WellFormedReader::fail(std::string what) {
  std::string where = place_of(*trace_, state_->judged);
  if (where.empty()) where = "event " + std::to_string(state_->judged);
  state_->failure = Error{file(), std::move(where), std::move(what)};
}

std::string WellFormedReader::fault_of(const Event& event, ThreadId thread) {
  if (has_range(event.kind)) {
    if (std::string fault = fault_of_range(event); !fault.empty()) return fault;
  }
  ThreadLife& life = state_->lives.of(thread);
  life.exists = true;
  const EventKind kind = event.kind;
  if (life.over() && kind != EventKind::switch_identity) [[unlikely]]
    return thread_text(thread) + " performs " + with_article(kind) +
           (life.ended ? " after its end" : " after it was joined");
  if (kind == EventKind::end) life.ended = true;
  if (kind == EventKind::atomic_load && event.store_age > max_store_age()) [[unlikely]]
    return "an atomic_load by " + thread_text(thread) + " reads a store of age " +
           std::to_string(event.store_age) + ", but the trace declares at most " +
           std::to_string(max_store_age());
  return names_thread(kind) ? fault_of_named_thread(event, thread) : std::string();
}

std::string WellFormedReader::fault_of_range(const Event& event) const {
  const std::uint64_t size = event.range.size;
  const bool too_large = size > largest_size(event.kind);
  const bool too_high =
      reaches_last_byte(event.range.begin, size) ||
      (event.kind == EventKind::copy && reaches_last_byte(event.copy_from(), size));
  if (size != 0 && !too_large && !too_high) return {};
  const std::string size_limit = std::to_string(largest_size(event.kind));
  return with_article(event.kind) + " by " + thread_text(event.thread) + " of " +
         std::to_string(size) + " bytes" +
         (size == 0   ? ""
          : too_large ? ", more than the " + size_limit + " that one can have"
                      : ", which reach or pass the last byte of the address space");
}

std::string WellFormedReader::fault_of_named_thread(const Event& event, ThreadId thread) {
  if (event.other() == thread)
    return with_article(event.kind) + " by " + thread_text(thread) + " of itself";
  ThreadLife& other = state_->lives.of(event.other());
  if (event.kind == EventKind::fork && (other.exists || other.over()))
    return "a fork by " + thread_text(thread) + " of " + thread_text(event.other()) +
           (other.over() ? ", which is over: the number of a thread must not be used again"
                         : ", which exists already");
  other.exists = true;
  if (event.kind == EventKind::join) other.joined = true;
  return {};
}

bool WellFormedReader::must_release_first(const Event& event, ThreadId thread) {
  if (event.kind != EventKind::end && event.kind != EventKind::join) return false;
  const ThreadId last = event.kind == EventKind::end ? thread : event.other();
  // A join of itself, or a join by a thread that is over, is an error and ends nothing.
  const bool ends = event.kind == EventKind::end || last != thread;
  if (!ends || state_->lives.of(thread).over()) return false;
  for (const HeldLocks::Hold& hold : state_->locks.held_by(last)) {
    const ThreadId carrier = event.kind == EventKind::end ? event.thread : hold.holder.carrier;
    inserted_ = event::release(carrier, hold.lock, hold.holder.mode);
    if (!can_release(hold.holder, inserted_)) continue;
    ++state_->repairs.locks_held_at_end;
    state_->locks.take_from(hold.lock, last);
    return true;
  }
  return false;
}

WellFormedReader::Verdict WellFormedReader::judge_lock(const Event& event) {
  const std::optional<ThreadId> thread = state_->attribution.attribute(event);
  if (!thread || !is_lock_operation(event.kind)) return Verdict::keep;
  const LockMode mode = mode_of(event.kind);
  return is_release(event.kind) ? judge_release(event, *thread, mode)
                                : judge_acquire(event, *thread, mode);
}

WellFormedReader::Verdict WellFormedReader::judge_acquire(const Event& event, ThreadId thread,
                                                          LockMode mode) {
  HeldLocks& locks = state_->locks;
  const LockId lock = event.lock();
  if (locks.give_up_for_upgrade(lock, thread, mode)) {
    ++state_->repairs.upgrades;
    inserted_ = event::release(event.thread, lock, LockMode::shared);
    return Verdict::insert_before;
  }
  if (locks.acquire_again(lock, thread, mode)) {
    ++state_->repairs.recursive_acquires;
    return Verdict::leave_out;
  }
  if (const auto holder = locks.excluding(lock, mode)) {
    ++state_->repairs.locks_taken_over;
    inserted_ = event::release(holder->carrier, lock, holder->mode);
    if (can_release(*holder, inserted_)) {
      locks.take_from(lock, holder->thread);
      return Verdict::insert_before;
    }
    // Without a release in between, an acquire would claim a protection and an order that are not
    // there.
    locks.ignore_release(lock, thread);
    return Verdict::leave_out;
  }
  locks.acquire(lock, {thread, event.thread, mode});
  return Verdict::keep;
}

WellFormedReader::Verdict WellFormedReader::judge_release(const Event& event, ThreadId thread,
                                                          LockMode mode) {
  switch (state_->locks.release(event.lock(), thread, mode)) {
    case HeldLocks::Release::real: return Verdict::keep;
    case HeldLocks::Release::nested: ++state_->repairs.recursive_releases; break;
    case HeldLocks::Release::not_held: ++state_->repairs.releases_not_held; break;
    case HeldLocks::Release::unseen:
      ++state_->repairs.acquires_missing;
      state_->locks.acquire(event.lock(), {thread, event.thread, mode});
      inserted_ = event::acquire(event.thread, event.lock(), mode);
      return Verdict::insert_before;
  }
  return Verdict::leave_out;
}

bool WellFormedReader::can_release(const HeldLocks::Holder& holder, const Event& release) {
  if (state_->lives.of(holder.thread).over()) return false;
  return state_->attribution.attribute(release) == holder.thread;
}

std::string WellFormedReader::thread_text(ThreadId id) const {
  const std::string_view name = names().thread(id);
  return "thread " + (name.empty() ? std::to_string(id.value()) : std::string(name));
}

}  // namespace steward
