#include "runtime/control/lock_checks.h"

namespace steward {
namespace {

constexpr char kMisuse[] = "mutex-misuse";
constexpr char kLockOrder[] = "lock-order";

using Order = LockOrder<ThreadPlace>;

// ThreadSanitizer's words, for who searches logs for them, and its names.
struct Name {
  const char* words;
  const char* type;
};
constexpr Name kInvalid{"use of an invalid mutex (e.g. uninitialized or destroyed)",
                        "mutex-invalid-access"};
constexpr Name kHeld{"mutex held in the wrong context", "mutex-held-wrong-context"};

Name name_of(Misuse misuse) {
  switch (misuse) {
    case Misuse::none: break;
    case Misuse::double_lock: return {"double lock of a mutex", "mutex-double-lock"};
    case Misuse::read_lock_of_own_write:
      return {"read lock of a write locked mutex", "mutex-bad-read-lock"};
    case Misuse::unlock_of_unlocked:
    case Misuse::unlock_by_another:
      return {"unlock of an unlocked mutex (or by a wrong thread)", "mutex-bad-unlock"};
    case Misuse::read_unlock_of_write:
      return {"read unlock of a write locked mutex", "mutex-bad-read-unlock"};
    case Misuse::destroyed_while_locked:
      return {"destroy of a locked mutex", "locked-mutex-destroy"};
  }
  return {"", ""};
}

LockNature both(LockNature a, LockNature b) {
  return {.recursive = a.recursive || b.recursive, .checks = a.checks || b.checks};
}

void tell_misuse(const Scope& scope, const LockObject& object, const Name& name) {
  Reporter& reporter = scope.state().reporter;
  const ThreadState& t = scope.thread();
  if (!reporter.is_news(name.type, scope.counter(), t.calls.context())) return;
  Heap& heap = scope.state().heap;
  Remark remark = reporter.remark(kMisuse, name.type);
  remark.message << name.words;
  remark.about(t.id);
  remark.about(object.id);
  remark.stack(
      Words(heap) << "Mutex " << object.id << " (" << object.address << "), by " << t.id << ":",
      scope.counter(), t.calls.context());
  if (const auto writer = object.use.writer()) {
    remark.about(*writer);
    remark.stack(Words(heap) << "Mutex " << object.id << " is held by " << *writer
                             << ", which took it here:",
                 object.taken_counter, object.taken_calls);
  }
  reporter.tell(remark);
}

void tell_cycle(const Scope& scope, std::span<const Order::Step> steps) {
  Runtime& state = scope.state();
  Remark remark = state.reporter.remark(kLockOrder, "lock-order-inversion");
  remark.message << "Cycle in lock order graph: ";
  for (const Order::Step& step : steps) {
    remark.message << step.held.lock << " (" << state.locks.find(step.held.lock).address << ") => ";
    remark.about(step.held.lock);
    remark.about(step.held.at.thread);
  }
  remark.message << steps[0].held.lock;
  for (const Order::Step& step : steps) {
    remark.stack(Words(state.heap)
                     << "Mutex " << step.wanted.lock << " acquired here while holding mutex "
                     << step.held.lock << " in " << step.wanted.at.thread << ":",
                 step.wanted.at.counter, step.wanted.at.calls);
    remark.stack(Words(state.heap) << "Mutex " << step.held.lock
                                   << " previously acquired by the same thread here:",
                 step.held.at.counter, step.held.at.calls);
  }
  state.reporter.tell(remark);
}

// Every pair of locks that are held together is an edge with all of them as gates: the cube of
// their number.
constexpr std::size_t kMostHeld = 64;

void judge_order(const Scope& scope, LockId wanted, LockMode mode) {
  ThreadState& t = scope.thread();
  if (t.locks.count() > kMostHeld) return;
  Runtime& state = scope.state();
  const std::uint64_t forgotten = state.forgotten_locks.load(std::memory_order_relaxed);
  if (!t.waits.is_new(t.locks.chain(), wanted, mode, forgotten)) return;
  Vector<Order::Held> held(state.heap);
  t.locks.for_each([&](const TakenLock& taken, std::size_t) {
    held.push_back({taken.lock, taken.mode, {t.id, taken.counter, taken.calls}});
  });
  const Order::Held next{wanted, mode, {t.id, scope.counter(), t.calls.context()}};
  // Told when the order is free again: others wait for it, and the tool takes its time.
  Vector<Vector<Order::Step>> cycles(state.heap);
  state.lock_order.with([&](Order& order) {
    order.wait(held.span(), next, [&](std::span<const Order::Step> steps) {
      Vector<Order::Step>& cycle = cycles.emplace_back(state.heap);
      for (const Order::Step& step : steps) cycle.push_back(step);
    });
  });
  for (const Vector<Order::Step>& cycle : cycles) tell_cycle(scope, cycle.span());
}

}  // namespace

// In an untracked region nothing is noted of locks, and nothing is wrong with them.

void judge_wait(const Scope& scope, Address lock, const char* kind, LockMode mode,
                LockNature nature) {
  if (!scope.locks_for_program()) return;
  ThreadState& t = scope.thread();
  const LockObject object = scope.state().locks.with(lock, kind, [](LockObject&) {});
  const TakenLock* const mine = t.locks.find(object.id);
  if (mine == nullptr) return judge_order(scope, object.id, mode);
  const Misuse misuse =
      object.use.want(t.id, mode, mine->mode == LockMode::shared, both(nature, object.nature));
  if (misuse != Misuse::none) tell_misuse(scope, object, name_of(misuse));
}

void judge_taken(const Scope& scope, Address lock, const char* kind, LockMode mode) {
  const LockObject object = scope.state().locks.with(lock, kind, [](LockObject&) {});
  const Misuse misuse = object.use.got(mode);
  if (misuse != Misuse::none) tell_misuse(scope, object, name_of(misuse));
}

LockId note_taken(const Scope& scope, Address lock, const char* kind, LockMode mode,
                  std::uint32_t times) {
  if (!scope.locks_for_program()) return scope.state().locks.id_of(lock, kind);
  const ThreadState& t = scope.thread();
  return scope.state()
      .locks
      .with(lock, kind,
            [&](LockObject& object) {
              object.use.take(t.id, mode, times);
              object.known = true;
              if (mode == LockMode::shared) return;
              object.taken_counter = scope.counter();
              object.taken_calls = t.calls.context();
            })
      .id;
}

LockId judge_given(const Scope& scope, Address lock, const char* kind, const GivenUp& given) {
  if (!scope.locks_for_program()) {
    const LockId id = scope.state().locks.id_of(lock, kind);
    if (scope.thread().locks.find(id) == nullptr) return id;
  }
  Misuse misuse = Misuse::none;
  LockObject before;
  const auto give = [&](LockObject& object) {
    before = object;
    // What was taken before the runtime woke up is given up rightly.
    const bool judged = object.known || given.surely_free;
    misuse =
        object.use.give(scope.thread().id, given.as, both(given.nature, object.nature), given.all);
    if (!judged) misuse = Misuse::none;
    object.known = true;
  };
  const LockId id = scope.state().locks.with(lock, kind, give).id;
  if (misuse != Misuse::none) tell_misuse(scope, before, name_of(misuse));
  return id;
}

void judge_destroyed(const Scope& scope, Address lock) {
  const auto object = scope.state().locks.at(lock);
  if (!object) return;
  const Misuse misuse = object->use.destroy();
  if (misuse != Misuse::none) tell_misuse(scope, *object, name_of(misuse));
}

void judge_invalid(const Scope& scope, Address lock, const char* kind) {
  tell_misuse(scope, scope.state().locks.with(lock, kind, [](LockObject&) {}), kInvalid);
}

void judge_none_held(const Scope& scope) {
  Runtime& state = scope.state();
  const ThreadState& t = scope.thread();
  if (t.locks.count() == 0 ||
      !state.reporter.is_news(kHeld.type, scope.counter(), t.calls.context()))
    return;
  Remark remark = state.reporter.remark(kMisuse, kHeld.type);
  remark.message << kHeld.words;
  remark.about(t.id);
  remark.stack(Words(state.heap), scope.counter(), t.calls.context());
  t.locks.for_each([&](const TakenLock& taken, std::size_t) {
    remark.about(taken.lock);
    remark.stack(Words(state.heap) << "Mutex " << taken.lock << " acquired here:", taken.counter,
                 taken.calls);
  });
  state.reporter.tell(remark);
}

void forget_order(Runtime& runtime, LockId lock) {
  const bool changed = runtime.lock_order.with([&](Order& order) { return order.forget(lock); });
  if (changed) runtime.forgotten_locks.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace steward
