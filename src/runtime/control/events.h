// What interposed functions and the compiler's callbacks say: events of the calling thread.
//
// An event is said from inside a Scope, which knows whether anybody listens: not while dormant, not
// from inside the runtime itself.
#pragma once

#include <cstdint>

#include "runtime/control/lives.h"
#include "runtime/control/relief.h"
#include "runtime/control/sampling.h"
#include "runtime/platform/memory_use.h"
#include "runtime/state/runtime.h"

namespace steward {

using channel::AccessForm;

// The address after the call of the function that uses it: where in the program it was called.
#define STEWARD_CALLER reinterpret_cast<std::uint64_t>(__builtin_return_address(0))

// Objects other than locks that order threads are messages, named by the number of an object whose
// life is known (see LockObjects) or by where they are, and by what of them is meant.
enum class MessageUse : std::uint64_t {
  user,
  file,
  exit,
  object,
  barrier,
  signal,
  fiber,
  queue,
  timer,
  channel,
  guard,
  clock,
};

// f(message) for each of the user's channels.
template <class F>
void for_each_channel(channel::Channels channels, F&& f) {
  for (; channels != 0; channels &= channels - 1)
    f(MessageId(static_cast<std::uint64_t>(__builtin_ctz(channels)) |
                static_cast<std::uint64_t>(MessageUse::channel) << 56));
}

// The calling thread at one place of the program, if its events count now.
class Scope {
 public:
  explicit Scope(std::uint64_t counter) : counter_(counter) {
    runtime_ = runtime();
    if (runtime_ == nullptr || !runtime_->watches(Effort::synchronization)) return;
    t_ = current_thread != nullptr ? current_thread : adopt_thread(*runtime_);
    if (t_ == nullptr) return;
    if (t_->busy != 0) {
      t_ = nullptr;
      return;
    }
    t_->counter = counter;
    begin_busy(*t_);
  }
  ~Scope() {
    if (t_ == nullptr) return;
    if (!t_->found.empty()) [[unlikely]]
      runtime_->reporter.tell(*t_);
    if (memory_use.is_tight()) [[unlikely]]
      make_room(*runtime_);
    end_busy(*t_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  explicit operator bool() const { return t_ != nullptr; }
  ThreadState& thread() const { return *t_; }
  Runtime& state() const { return *runtime_; }
  std::uint64_t counter() const { return counter_; }

  // Everything below: REQUIRES that the scope is one.
  // What was found is told at the end of the scope, unless that is too late: a process that is to
  // end before an access that races must not get there. The location may be held.
  void tell_if_it_may_end_here() const {
    if (!t_->found.empty() && runtime_->race_policy.may_refuse()) [[unlikely]]
      runtime_->reporter.tell(*t_);
  }
  bool records_accesses() const {
    return runtime_->several_threads.load(std::memory_order_relaxed) && t_->ignore_accesses == 0 &&
           runtime_->watches(Effort::everything);
  }
  LiveOrigin origin(AccessKind kind, AddressRange range,
                    AccessForm form = AccessForm::plain) const {
    return t_->origins.number_of(
        {kind, range, counter_, t_->calls.context(), t_->locks.chain(), form});
  }
  void read(const void* begin, std::size_t size) const {
    access(AccessKind::read, range_of(begin, size));
  }
  void write(const void* begin, std::size_t size) const {
    access(AccessKind::write, range_of(begin, size));
  }
  void free(AddressRange range, AccessForm form = AccessForm::plain) const {
    access(AccessKind::free, range, form);
  }
  // A write that has happened already.
  void wrote(const void* begin, std::size_t size) const {
    access(AccessKind::write, range_of(begin, size), AccessForm::done);
  }
  // A look at what others may change at the same time, as long as they do it atomically.
  void look(const void* begin, std::size_t size) const {
    const AddressRange range = range_of(begin, size);
    if (!records_accesses() || runtime_->detector.has_looked(*t_->analysis, range)) return;
    runtime_->detector.look(*t_->analysis, range, origin(AccessKind::atomic_read, range));
  }
  // The pointer to an object's virtual functions: a race on it is told in its own words.
  void read_vptr(const void* pointer) const {
    access(AccessKind::read, range_of(pointer, sizeof pointer), AccessForm::vptr);
  }
  void write_vptr(const void* pointer) const {
    access(AccessKind::write, range_of(pointer, sizeof pointer), AccessForm::vptr);
  }
  // To be called before others can change what this thread has written.
  void settle_write() const {
    if (t_->pending.waits()) [[unlikely]]
      runtime_->reporter.tell_effect(t_->pending.site(), t_->pending.settle());
  }
  // Whether what it does orders threads now.
  bool orders() const { return t_->ignore_synchronization == 0; }
  // Whether a lock is the program's, or that of a run-time system, which may take it for one of its
  // threads and give it up for another.
  bool locks_for_program() const { return t_->regions.synchronization == 0; }
  void acquire(LockId lock, LockMode mode) const {
    if (locks_for_program() && !t_->locks.take({lock, mode, counter_, t_->calls.context()})) return;
    if (orders()) runtime_->detector.acquire(*t_->analysis, lock, mode);
    receive(t_->calls.receiving());
  }
  HeldLocks::Given release(LockId lock) const {
    settle_write();
    const HeldLocks::Given given = t_->locks.give(lock);
    if ((given.last || is_not_of_program(given.was_held)) && orders())
      runtime_->detector.release(*t_->analysis, lock, given.mode);
    return given;
  }
  // Gives up a lock whole, as a wait does; how often it was held.
  std::size_t release_all(LockId lock) const {
    settle_write();
    const std::size_t depth = t_->locks.give_all(lock);
    if ((depth > 0 || is_not_of_program(false)) && orders())
      runtime_->detector.release(*t_->analysis, lock, LockMode::exclusive);
    return depth;
  }
  void acquire_again(LockId lock, std::size_t depth) const {
    if (locks_for_program())
      t_->locks.restore({lock, LockMode::exclusive, counter_, t_->calls.context()}, depth);
    if (orders()) runtime_->detector.acquire(*t_->analysis, lock, LockMode::exclusive);
    receive(t_->calls.receiving());
  }
  void send(MessageId message) const {
    settle_write();
    if (orders()) runtime_->detector.send(*t_->analysis, message);
  }
  // What was sent to it before is no part of it any more.
  void send_anew(MessageId message) const {
    settle_write();
    if (orders()) runtime_->detector.send_anew(*t_->analysis, message);
  }
  void receive(MessageId message) const {
    if (orders()) runtime_->detector.receive(*t_->analysis, message);
  }
  // From channels of the user: also when a function that does takes a lock. What it takes from its
  // list, to use it there and then, was sent by then.
  void receive(channel::Channels channels) const {
    for_each_channel(channels, [&](MessageId channel) { receive(channel); });
  }

  static AddressRange range_of(const void* begin, std::size_t size) {
    return {Address(reinterpret_cast<std::uint64_t>(begin)), size};
  }

 private:
  bool is_not_of_program(bool was_held) const { return !was_held && !locks_for_program(); }
  // The history of a large range takes more memory than there may be, all at once.
  static constexpr std::uint64_t kPiece = std::uint64_t{64} << 10;
  void access(AccessKind kind, AddressRange range, AccessForm form = AccessForm::plain) const {
    if (range.size == 0 || !records_accesses() || !is_sampled(range.begin) ||
        runtime_->detector.repeats(*t_->analysis, kind, range))
      return;
    // Who only selects does not ask where accesses come from.
    const LiveOrigin from = Analysis::selects() ? LiveOrigin(0, kind) : origin(kind, range, form);
    // Nobody looks what a function writes.
    if (kind == AccessKind::write && Analysis::judges_writes())
      runtime_->reporter.tell_effect(runtime_->origins.at(from.number()).site, true);
    if (range.size <= kPiece) [[likely]]
      return tell_detector(kind, range, from);
    range.for_each_chunk(kPiece, [&](AddressRange piece) {
      if (!records_accesses()) return;
      tell_detector(kind, piece, from);
      if (memory_use.is_tight()) make_room(*runtime_);
    });
  }
  void tell_detector(AccessKind kind, AddressRange range, LiveOrigin from) const {
    if (kind == AccessKind::read) runtime_->detector.read(*t_->analysis, range, from);
    else if (kind == AccessKind::write) runtime_->detector.write(*t_->analysis, range, from);
    else runtime_->detector.free(*t_->analysis, range, from);
  }

  const std::uint64_t counter_;
  Runtime* runtime_ = nullptr;
  ThreadState* t_ = nullptr;
};

inline MessageId message_at(const volatile void* address, MessageUse use) {
  return MessageId(reinterpret_cast<std::uint64_t>(address) | static_cast<std::uint64_t>(use)
                                                                  << 56);
}
inline MessageId message_of(LockId object, MessageUse use = MessageUse::object) {
  return MessageId(object.value() | static_cast<std::uint64_t>(use) << 56);
}
inline ConditionId condition_of(LockId object) { return ConditionId(object.value()); }
inline MessageId message_of_signal(int number) {
  return MessageId(static_cast<std::uint64_t>(number) |
                   static_cast<std::uint64_t>(MessageUse::signal) << 56);
}
// A barrier needs two, for its rounds in turn.
inline MessageId message_of(Barriers::Visit visit) {
  return MessageId(visit.barrier << 1 | (visit.round & 1) |
                   static_cast<std::uint64_t>(MessageUse::barrier) << 56);
}

}  // namespace steward
