// Signals that threads of the program send each other.
//
// One that comes while a thread waits for its turn is kept until it has it (see control/signals.h);
// whoever waits for something else has a turn for its handler. Who sends one goes on when it has
// come, so that it comes at the same step again.
#include "runtime/control/signals.h"

#include <pthread.h>
#include <signal.h>

#include "runtime/explore/files.h"

using namespace steward;

namespace steward {

bool restarts_calls(int signal) {
  struct {
    void* handler;
    unsigned long flags;
    void* restorer;
    std::uint64_t mask;
  } action = {};
  raw::call(SYS_rt_sigaction, signal, 0, reinterpret_cast<long>(&action), sizeof action.mask);
  return (action.flags & SA_RESTART) != 0;
}

}  // namespace steward

namespace {

STEWARD_BEHIND(kill);
STEWARD_BEHIND(raise);
STEWARD_BEHIND(pthread_kill);
STEWARD_BEHIND(sigqueue);
STEWARD_BEHIND(pthread_sigqueue);

// In milliseconds: whoever has it blocked does not get it.
constexpr long kOnItsWay = 20;

bool is_handled(int signal) {
  return signal > 0 && signal < kSignals && wanted_actions[signal].load().is_handler();
}

template <class Send>
int send(int signal, bool to_this_process, Send&& send) {
  const Turn turn;
  if (!turn) return send();
  turn.pass(outside());
  // The next one comes after the handler of the first.
  const bool comes_later = turn.control().keeps_a_signal();
  const std::uint32_t before = signals_arrived.load();
  const int result = send();
  if (result != 0 || comes_later || !to_this_process || !is_handled(signal)) return result;
  for (const std::uint64_t begin = raw::milliseconds();
       signals_arrived.load() == before && raw::milliseconds() - begin < kOnItsWay;)
    raw::call(SYS_sched_yield);
  return result;
}
bool is_this(pid_t process) {
  return process == 0 || process == -1 || static_cast<std::uint32_t>(process) == raw::process();
}

int controlled_kill(pid_t process, int signal) {
  return send(signal, is_this(process), [&] { return behind_kill(process, signal); });
}
int controlled_raise(int signal) {
  return send(signal, true, [&] { return behind_raise(signal); });
}
int controlled_pthread_kill(pthread_t thread, int signal) {
  return send(signal, true, [&] { return behind_pthread_kill(thread, signal); });
}
int controlled_sigqueue(pid_t process, int signal, const union sigval value) {
  return send(signal, is_this(process), [&] { return behind_sigqueue(process, signal, value); });
}
int controlled_pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
  return send(signal, true, [&] { return behind_pthread_sigqueue(thread, signal, value); });
}
STEWARD_STANDS_IN(kill);
STEWARD_STANDS_IN(raise);
STEWARD_STANDS_IN(pthread_kill);
STEWARD_STANDS_IN(sigqueue);
STEWARD_STANDS_IN(pthread_sigqueue);

}  // namespace
