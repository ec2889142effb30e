// Barriers: who comes is counted here; libc's own are used if other processes may come.
#include <pthread.h>

#include "runtime/explore/stand_in.h"

using namespace steward;

namespace {

STEWARD_BEHIND(pthread_barrier_wait);

// As libc keeps one, for good: programs have its size compiled in.
struct Layout {
  std::uint32_t in;
  std::uint32_t round;
  std::uint32_t count;
  std::int32_t shared;
};
const Layout& layout_of(const pthread_barrier_t* b) { return *reinterpret_cast<const Layout*>(b); }

int controlled_pthread_barrier_wait(pthread_barrier_t* b) {
  const Turn turn;
  if (!turn) return behind_pthread_barrier_wait(b);
  if (layout_of(b).shared != 0)
    return turn.while_away([&] { return behind_pthread_barrier_wait(b); });
  turn.pass(operation_on(OperationKind::wait, b));
  const std::size_t others = layout_of(b).count - 1;
  if (turn.control().listeners(b) == others) {
    turn.control().wake(b, others);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  Wait wait;
  wait.object = b;
  wait.what = "the others at the barrier";
  turn.listen(wait);
  return 0;
}
STEWARD_STANDS_IN(pthread_barrier_wait);

}  // namespace
