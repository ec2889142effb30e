// Timers, and other notifications that come by a signal or in a thread that libc makes for them:
// they come after whoever asked for them.
#include <mqueue.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/events.h"
#include "runtime/intercept/malloc_events.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

namespace {

// Kept for good: a timer may go off while it is deleted.
struct Wanted {
  void (*function)(sigval);
  sigval value;
};
MessageId message_of(const Wanted* wanted) { return message_at(wanted, MessageUse::timer); }

void run(sigval given) {
  const auto* const wanted = static_cast<const Wanted*>(given.sival_ptr);
  if (const Scope scope(0); scope) scope.receive(message_of(wanted));
  wanted->function(wanted->value);
}

// What libc is to be told instead.
sigevent watched(const sigevent* event, Touch touch) {
  sigevent ours = *event;
  const Scope scope(touch.counter());
  if (!scope) return ours;
  if (event->sigev_notify == SIGEV_SIGNAL) scope.send(message_of_signal(event->sigev_signo));
  if (event->sigev_notify != SIGEV_THREAD) return ours;
  auto* const wanted = static_cast<Wanted*>(__libc_malloc(sizeof(Wanted)));
  if (wanted == nullptr) return ours;
  *wanted = {event->sigev_notify_function, event->sigev_value};
  scope.send(message_of(wanted));
  ours.sigev_notify_function = run;
  ours.sigev_value.sival_ptr = wanted;
  return ours;
}
void will_send(int signal, Touch touch) {
  if (const Scope scope(touch.counter()); scope) scope.send(message_of_signal(signal));
}

}  // namespace

STEWARD_FAMILY(int, timer_create, (clockid_t clock, sigevent* event, timer_t* timer)) {
  sigevent ours = {};
  if (event != nullptr) ours = watched(event, STEWARD_TOUCH);
  else will_send(SIGALRM, STEWARD_TOUCH);
  const int result = real_timer_create(clock, event == nullptr ? nullptr : &ours, timer);
  if (result == 0) STEWARD_TOUCH.wrote(timer);
  return result;
}
STEWARD_FAMILY(int, mq_notify, (mqd_t queue, const sigevent* event)) {
  if (event == nullptr) return real_mq_notify(queue, event);
  const sigevent ours = watched(event, STEWARD_TOUCH);
  return real_mq_notify(queue, &ours);
}
STEWARD_FAMILY(unsigned, alarm, (unsigned seconds)) {
  will_send(SIGALRM, STEWARD_TOUCH);
  return real_alarm(seconds);
}
STEWARD_FAMILY(int, setitimer, (int which, const itimerval* in, itimerval* out)) {
  will_send(which == ITIMER_REAL   ? SIGALRM
            : which == ITIMER_PROF ? SIGPROF
                                   : SIGVTALRM,
            STEWARD_TOUCH);
  const int result = real_setitimer(which, in, out);
  if (result == 0) STEWARD_TOUCH.did_read(in).wrote(out);
  return result;
}
