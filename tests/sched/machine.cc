#include "sched/machine.h"

namespace steward {
namespace {

// Cells and locks have addresses, so that operations on the same one depend on each other.
constexpr std::uint64_t kCells = 0x1000;
constexpr std::uint64_t kLocks = 0x2000;

Operation about(OperationKind kind, std::uint64_t base, unsigned object) {
  Operation operation;
  operation.kind = kind;
  operation.bytes = {Address(base + 8 * object), 8};
  operation.object = base + object;
  return operation;
}

}  // namespace

Machine::Step Machine::read(Cell cell, unsigned statement, bool idle) {
  Pending next{about(OperationKind::access, kCells, cell), Effect::read, cell};
  next.operation.access = AccessKind::read;
  next.operation.statement = StatementId(statement);
  next.operation.idle = idle;
  return await(next);
}

Machine::Step Machine::write(Cell cell, int value, unsigned statement) {
  Pending next{about(OperationKind::access, kCells, cell), Effect::write, cell, value};
  next.operation.statement = StatementId(statement);
  return await(next);
}

Machine::Step Machine::lock(Lock lock) {
  Pending next{about(OperationKind::acquire, kLocks, lock), Effect::lock, lock};
  next.operation.nested = threads_[at_work_].held > 0;
  return await(next);
}

Machine::Step Machine::unlock(Lock lock) {
  return await({about(OperationKind::release, kLocks, lock), Effect::unlock, lock});
}

Machine::Step Machine::work() {
  Pending next;
  next.operation.kind = OperationKind::access;
  next.operation.access = AccessKind::read;
  return await(next);
}

Machine::Step Machine::turn() {
  Pending next;
  next.operation.kind = OperationKind::turn;
  return await(next);
}

Machine::Step Machine::sleep(int ticks) {
  Pending next;
  next.operation.kind = OperationKind::sleep;
  next.effect = Effect::sleep;
  next.value = now_ + ticks;
  return await(next);
}

Machine::Step Machine::await(const Pending& pending) {
  threads_[at_work_].next = pending;
  return Step(*this);
}

bool Machine::is_enabled(const Thread& thread) const {
  if (thread.program.done() || sleeps(thread)) return false;
  const auto lock = locked_.find(thread.next.object);
  return thread.next.effect != Effect::lock || lock == locked_.end() || !lock->second;
}

bool Machine::sleeps(const Thread& thread) const {
  return !thread.program.done() && thread.next.effect == Effect::sleep && thread.next.value > now_;
}

const Machine::Thread* Machine::first_to_wake() const {
  const Thread* first = nullptr;
  for (const Thread& thread : threads_)
    if (sleeps(thread) && (first == nullptr || thread.next.value < first->next.value))
      first = &thread;
  return first;
}

bool Machine::let_time_pass() {
  const Thread* first = first_to_wake();
  if (first == nullptr) return false;
  now_ = first->next.value;
  return true;
}

std::vector<Candidate> Machine::enabled() const {
  std::vector<Candidate> enabled;
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread)
    if (is_enabled(threads_[thread]))
      enabled.push_back({ThreadId(thread), threads_[thread].next.operation});
  return enabled;
}

void Machine::execute(ThreadId thread) {
  at_work_ = thread.value();
  order_.push_back(thread);
  const Pending& next = threads_[at_work_].next;
  if (next.effect == Effect::read) result_ = cells_[next.object];
  if (next.effect == Effect::write) cells_[next.object] = next.value;
  if (next.effect == Effect::lock || next.effect == Effect::unlock) {
    const bool takes = next.effect == Effect::lock;
    locked_[next.object] = takes;
    threads_[at_work_].held += takes ? 1 : -1;
  }
  threads_[at_work_].program.go_on();
}

bool Machine::run(Strategy& strategy, std::uint64_t limit) {
  use(strategy);
  while (order_.size() < limit) {
    const std::vector<Candidate> enabled = this->enabled();
    const ThreadId current = order_.empty() ? ThreadId(0) : order_.back();
    const std::size_t chosen =
        enabled.empty() ? kLetTimePass
                        : strategy.choose({enabled, current, order_.size(), time_can_pass()});
    if (chosen != kLetTimePass) {
      execute(enabled.at(chosen).thread);
    } else if (!let_time_pass()) {
      break;
    }
  }
  for (const Thread& thread : threads_)
    if (!thread.program.done()) return false;
  return true;
}

}  // namespace steward
