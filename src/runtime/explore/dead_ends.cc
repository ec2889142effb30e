#include "runtime/explore/dead_ends.h"

#include <optional>

#include "runtime/control/endings.h"
#include "runtime/explore/stops.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

std::optional<ThreadId> holder_of(LockId lock, std::span<Seat* const> seats) {
  for (const Seat* seat : seats) {
    bool holds = false;
    seat->thread->locks.for_each(
        [&](const TakenLock& taken, std::size_t) { holds |= taken.lock == lock; });
    if (holds) return seat->id;
  }
  return std::nullopt;
}

// Adds what the thread waits for to a sentence.
void add_wait(Runtime& runtime, std::span<Seat* const> seats, const Seat& seat, Remark& remark,
              Words& words) {
  words << seat.id;
  remark.about(seat.id);
  if (seat.wait == nullptr) {
    words << " is at work";
    return;
  }
  words << " waits for " << seat.wait->what;
  if (seat.wait->of_thread && seat.wait->value != 0)
    words << " " << ThreadId(static_cast<std::uint32_t>(seat.wait->value - 1));
  if (seat.wait->object == nullptr) return;
  const auto object = runtime.locks.at(Address(reinterpret_cast<std::uint64_t>(seat.wait->object)));
  if (!object) return;
  words << " " << object->id;
  remark.about(object->id);
  if (const auto holder = holder_of(object->id, seats)) words << ", which " << *holder << " holds";
}

}  // namespace

void end_in_dead_end(Runtime& runtime, std::span<Seat* const> seats, DeadEnd end) {
  const char* const kind = end == DeadEnd::deadlock ? "deadlock" : "hang";
  Remark remark = runtime.reporter.remark(kind, kind);
  remark.message << (end == DeadEnd::deadlock ? "no thread can go on: " : "no end in sight: ");
  bool first = true;
  for (const Seat* seat : seats) {
    if (!first) remark.message << "; ";
    first = false;
    add_wait(runtime, seats, *seat, remark, remark.message);
  }
  for (const Seat* seat : seats) {
    Words caption(runtime.heap);
    add_wait(runtime, seats, *seat, remark, caption);
    caption << ":";
    remark.stack(caption, seat->counter, seat->thread->calls.context());
  }
  runtime.reporter.tell(remark);
  steward_at_dead_end();
  end_failed(runtime);
}

void tell_refused_join(Runtime& runtime, const Seat& seat) {
  const Busy busy(*seat.thread);
  Remark remark = runtime.reporter.remark("deadlock", "deadlock");
  remark.message << seat.id
                 << " wants to wait for its own end, or for that of a thread that waits for it: "
                    "pthread_join refuses (EDEADLK)";
  remark.about(seat.id);
  Words caption(runtime.heap);
  caption << seat.id << " is here:";
  remark.stack(caption, seat.thread->counter, seat.thread->calls.context());
  runtime.reporter.tell(remark);
}

}  // namespace steward
