#include "managed/monitor.h"

#include <mutex>
#include <utility>

#include "managed/scheduler.h"
#include "managed/tell.h"
#include "managed/truth.h"

namespace managed {
namespace {

// The word in the object: 0; or by whom it is held (the number plus one) and how often; or the
// number of a monitor and kInflated.
constexpr std::uint64_t kInflated = 1;
constexpr std::uint64_t kOnce = 2;
constexpr int kHolderShift = 32;

std::uint32_t holder_number(const Thread& thread) { return thread.number + 1; }
std::uint32_t holder_in(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> kHolderShift);
}
std::uint32_t depth_in(std::uint64_t word) { return static_cast<std::uint32_t>(word) / kOnce; }
bool is_inflated(std::uint64_t word) { return (word & kInflated) != 0; }
std::uint64_t inflated(std::uint32_t number) {
  return std::uint64_t{number} << kHolderShift | kInflated;
}

}  // namespace

void Monitors::enter(Thread& me, Object* const& object) {
  std::uint32_t depth = enter_thin(me, *object);
  if (depth == 0) depth = enter_inflated(me, monitor_of(object), 1);
  if (depth > 1) return;
  tell::locked(object);
  truth::locked(me.number, *object);
}

void Monitors::exit(Thread& me, Object* const& object) {
  const std::uint64_t word = object->lock.load(std::memory_order_relaxed);
  // What it is inflated to is up to date: whoever did so has read it in the word.
  const bool last = (is_inflated(word) ? monitor_of(object).depth : depth_in(word)) == 1;
  if (last) {
    truth::unlocking(me.number, *object);
    tell::unlocking(object);
  }
  if (exit_thin(*object)) return;
  Monitor& monitor = monitor_of(object);
  const std::lock_guard hold(monitor.guard);
  if (--monitor.depth == 0) hand_on(monitor);
}

std::uint32_t Monitors::enter_thin(Thread& me, Object& object) {
  std::uint64_t word = object.lock.load(std::memory_order_relaxed);
  while (!is_inflated(word)) {
    if (word != 0 && holder_in(word) != holder_number(me)) return 0;
    const std::uint64_t base = word == 0 ? std::uint64_t{holder_number(me)} << kHolderShift : word;
    if (object.lock.compare_exchange_weak(word, base + kOnce, std::memory_order_acquire))
      return depth_in(base) + 1;
  }
  return 0;
}

bool Monitors::exit_thin(Object& object) {
  std::uint64_t word = object.lock.load(std::memory_order_relaxed);
  while (!is_inflated(word)) {
    const std::uint64_t left = depth_in(word) == 1 ? 0 : word - kOnce;
    if (object.lock.compare_exchange_weak(word, left, std::memory_order_release)) return true;
  }
  return false;
}

Monitor& Monitors::monitor_of(Object* object) {
  std::uint64_t word = object->lock.load(std::memory_order_acquire);
  if (is_inflated(word)) return table_.at(holder_in(word));
  const std::uint32_t number = table_.add(object);
  Monitor& monitor = table_.at(number);
  do {
    monitor.holder = holder_in(word);
    monitor.depth = depth_in(word);
    if (object->lock.compare_exchange_weak(word, inflated(number), std::memory_order_acq_rel))
      return monitor;
  } while (!is_inflated(word));
  monitor.holder = monitor.depth = 0;
  table_.remove(number);
  return table_.at(holder_in(word));
}

// Whoever waits is made its holder by hand_on(), for once.
std::uint32_t Monitors::enter_inflated(Thread& me, Monitor& monitor, std::uint32_t times) {
  monitor.guard.lock();
  if (monitor.holder == 0 || monitor.holder == holder_number(me)) {
    monitor.holder = holder_number(me);
    monitor.depth += times;
    const std::uint32_t depth = monitor.depth;
    monitor.guard.unlock();
    return depth;
  }
  me.depth = times;
  monitor.entering.push(&me);
  scheduler_.park(me, monitor.guard);
  return times;
}

void Monitors::hand_on(Monitor& monitor) {
  monitor.holder = 0;
  Thread* const next = monitor.entering.pop();
  if (next == nullptr) return;
  monitor.holder = holder_number(*next);
  monitor.depth = next->depth;
  scheduler_.ready(*next);
}

void Monitors::wait(Thread& me, Object* const& object) {
  Monitor& monitor = monitor_of(object);
  truth::unlocking(me.number, *object);
  tell::unlocking(object);
  monitor.guard.lock();
  me.depth = std::exchange(monitor.depth, 0);
  hand_on(monitor);
  monitor.waiting.push(&me);
  scheduler_.park(me, monitor.guard);
  // Notified, and handed the monitor.
  tell::locked(object);
  truth::locked(me.number, *object);
}

void Monitors::notify_all(Object* const& object) {
  Monitor& monitor = monitor_of(object);
  const std::lock_guard hold(monitor.guard);
  while (Thread* const thread = monitor.waiting.pop()) monitor.entering.push(thread);
}

void Monitors::after_collection(Roots::Survivor survivor) {
  table_.after_collection(survivor, [](Monitor& monitor) { monitor.holder = monitor.depth = 0; });
}

}  // namespace managed
