// Futexes by their system call, as the C++ library uses them for atomic waits, latches and the
// guards of static variables: whoever waits is on a list here. Other calls pass.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/explore/deadlines.h"

using namespace steward;

namespace {

STEWARD_BEHIND(syscall);

long failed(int error) {
  errno = error;
  return -1;
}

// For one call; null if it waits without a limit. The deadline is of a clock for some, for others
// from now on.
VirtualTime deadline_of(const Turn& turn, int operation, const timespec* limit) {
  if (limit == nullptr) return kNever;
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) return turn.control().clock().after(*limit);
  const bool by_calendar = (operation & FUTEX_CLOCK_REALTIME) != 0;
  return deadline_at(turn, by_calendar ? CLOCK_REALTIME : CLOCK_MONOTONIC, *limit);
}

long wait(const Turn& turn, const std::uint32_t* word, int operation, std::uint32_t expected,
          const timespec* limit, std::uint32_t bits) {
  turn.pass(operation_on(OperationKind::wait, word, sizeof *word));
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) return failed(EAGAIN);
  turn.seat().bits = bits;
  Wait wait;
  wait.object = word;
  wait.what = "the futex";
  wait.until = deadline_of(turn, operation, limit);
  wait.interruption = Interruption::unless_restarted;
  if (turn.listen(wait, turn.control().wakes_spuriously())) return 0;
  return failed(turn.was_interrupted() ? EINTR : ETIMEDOUT);
}

long wake(const Turn& turn, const std::uint32_t* word, std::uint32_t most, std::uint32_t bits) {
  turn.pass(operation_on(OperationKind::signal, word, sizeof *word));
  return static_cast<long>(turn.control().wake(
      word, most, [bits](const Seat& seat) { return (seat.bits & bits) != 0; }));
}

// The rest of those who listen to one listen to another from now on; if the word still is as
// expected, where that is asked for.
long requeue(const Turn& turn, const std::uint32_t* word, std::uint32_t most, std::uint32_t moved,
             const std::uint32_t* to, const std::uint32_t* expected) {
  turn.pass(operation_on(OperationKind::signal, word, sizeof *word));
  if (expected != nullptr && __atomic_load_n(word, __ATOMIC_SEQ_CST) != *expected)
    return failed(EAGAIN);
  const std::size_t woken = turn.control().wake(word, most);
  return static_cast<long>(woken + turn.control().redirect(word, to, moved));
}

constexpr std::uint32_t kAllBits = FUTEX_BITSET_MATCH_ANY;

long controlled_syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (long& argument : a) argument = va_arg(rest, long);
  va_end(rest);
  const Turn turn;
  if (turn && number == SYS_futex) {
    const auto* const word = reinterpret_cast<const std::uint32_t*>(a[0]);
    const auto operation = static_cast<int>(a[1]);
    const auto value = static_cast<std::uint32_t>(a[2]);
    const auto* const limit = reinterpret_cast<const timespec*>(a[3]);
    switch (operation & FUTEX_CMD_MASK) {
      case FUTEX_WAIT: return wait(turn, word, operation, value, limit, kAllBits);
      case FUTEX_WAIT_BITSET:
        return wait(turn, word, operation, value, limit, static_cast<std::uint32_t>(a[5]));
      case FUTEX_WAKE: return wake(turn, word, value, kAllBits);
      case FUTEX_WAKE_BITSET: return wake(turn, word, value, static_cast<std::uint32_t>(a[5]));
      case FUTEX_CMP_REQUEUE:
      case FUTEX_REQUEUE: {
        const auto expected = static_cast<std::uint32_t>(a[5]);
        const bool compares = (operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE;
        return requeue(turn, word, value, static_cast<std::uint32_t>(a[3]),
                       reinterpret_cast<const std::uint32_t*>(a[4]),
                       compares ? &expected : nullptr);
      }
      default: break;
    }
  }
  return behind_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
STEWARD_STANDS_IN(syscall);

}  // namespace
