// Clocks, and sleeping: in virtual time.
#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/events.h"
#include "runtime/explore/deadlines.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

namespace {

STEWARD_BEHIND(clock_gettime);
STEWARD_BEHIND(nanosleep);
STEWARD_BEHIND(clock_nanosleep);
STEWARD_BEHIND(time);
STEWARD_BEHIND(gettimeofday);
STEWARD_BEHIND(timespec_get);
STEWARD_BEHIND(times);

bool is_never_over(const Wait&) { return false; }

// How much is left, if a signal ends it.
VirtualTime sleep_until(const Turn& turn, VirtualTime time) {
  Wait wait;
  wait.over = is_never_over;
  wait.until = time;
  wait.interruption = Interruption::always;
  wait.what = "a time to come";
  turn.await_or_end(operation_on(OperationKind::sleep, nullptr, 0), wait);
  const VirtualTime now = turn.control().clock().now();
  return turn.was_interrupted() && time > now ? time - now : 0;
}
// Whether nothing is left; else it is put there.
bool slept_enough(VirtualTime left, timespec* out) {
  if (left != 0 && out != nullptr)
    *out = {static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
  return left == 0;
}
int failed_sleep(int error) {
  errno = error;
  return -1;
}
// Nothing of the calendar: what a thread alone has used.
bool is_virtual(clockid_t clock) { return clock >= 0 && clock <= CLOCK_TAI; }

int controlled_clock_gettime(clockid_t clock, timespec* out) {
  const Turn turn;
  if (!turn || !is_virtual(clock)) return behind_clock_gettime(clock, out);
  *out = turn.control().clock().read(clock);
  return 0;
}
int controlled_nanosleep(const timespec* wish, timespec* left) {
  const Turn turn;
  if (!turn) return behind_nanosleep(wish, left);
  if (!VirtualClock::is_valid(*wish) || wish->tv_sec < 0) return failed_sleep(EINVAL);
  return slept_enough(sleep_until(turn, turn.control().clock().after(*wish)), left)
             ? 0
             : failed_sleep(EINTR);
}
int controlled_clock_nanosleep(clockid_t clock, int flags, const timespec* wish, timespec* left) {
  const Turn turn;
  if (!turn || !is_virtual(clock)) return behind_clock_nanosleep(clock, flags, wish, left);
  if (!VirtualClock::is_valid(*wish) || wish->tv_sec < 0) return EINVAL;
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  const VirtualTime until =
      absolute ? deadline_at(turn, clock, *wish) : turn.control().clock().after(*wish);
  return slept_enough(sleep_until(turn, until), absolute ? nullptr : left) ? 0 : EINTR;
}
STEWARD_STANDS_IN(clock_gettime);
STEWARD_STANDS_IN(nanosleep);
STEWARD_STANDS_IN(clock_nanosleep);

time_t controlled_time(time_t* out) {
  const Turn turn;
  if (!turn) return behind_time(out);
  const time_t now = turn.control().clock().read(CLOCK_REALTIME).tv_sec;
  if (out != nullptr) *out = now;
  return now;
}
STEWARD_STANDS_IN(time);

int controlled_gettimeofday(timeval* out, void* zone) {
  const Turn turn;
  if (!turn || out == nullptr) return behind_gettimeofday(out, zone);
  const timespec now = turn.control().clock().read(CLOCK_REALTIME);
  *out = {now.tv_sec, now.tv_nsec / 1'000};
  return 0;
}
STEWARD_STANDS_IN(gettimeofday);

int controlled_timespec_get(timespec* out, int base) {
  const Turn turn;
  if (!turn || base != TIME_UTC) return behind_timespec_get(out, base);
  *out = turn.control().clock().read(CLOCK_REALTIME);
  return base;
}
STEWARD_STANDS_IN(timespec_get);

// All of it was spent by the process itself, as clock() has it.
clock_t controlled_times(tms* out) {
  const Turn turn;
  if (!turn) return behind_times(out);
  const long ticks = sysconf(_SC_CLK_TCK);
  const auto in_ticks = [ticks](const timespec& time) {
    return time.tv_sec * ticks + time.tv_nsec / (1'000'000'000 / ticks);
  };
  VirtualClock& clock = turn.control().clock();
  if (out != nullptr) *out = {in_ticks(clock.read(CLOCK_PROCESS_CPUTIME_ID)), 0, 0, 0};
  return in_ticks(clock.read(CLOCK_MONOTONIC));
}
STEWARD_STANDS_IN(times);

timespec seconds(std::uint64_t count) { return {static_cast<time_t>(count), 0}; }

// A thread that gives its turn away has nothing to do until others have done something.
void step_aside(const Turn& turn) {
  Operation operation = operation_on(OperationKind::turn, nullptr, 0);
  operation.idle = true;
  turn.control().pass(turn.seat(), operation, turn.seat().thread->counter);
}

}  // namespace

STEWARD_FAMILY(unsigned, sleep, (unsigned count)) {
  const Turn turn;
  if (!turn) return real_sleep(count);
  turn.seat().thread->counter = STEWARD_CALLER;
  const VirtualTime rest = sleep_until(turn, turn.control().clock().after(seconds(count)));
  return static_cast<unsigned>((rest + 999'999'999) / 1'000'000'000);
}
STEWARD_FAMILY(int, usleep, (useconds_t count)) {
  const Turn turn;
  if (!turn) return real_usleep(count);
  turn.seat().thread->counter = STEWARD_CALLER;
  const timespec wish = {count / 1'000'000, static_cast<long>(count % 1'000'000) * 1'000};
  return sleep_until(turn, turn.control().clock().after(wish)) == 0 ? 0 : failed_sleep(EINTR);
}
STEWARD_FAMILY(int, thrd_sleep, (const timespec* wish, timespec* left)) {
  const Turn turn;
  if (!turn) return real_thrd_sleep(wish, left);
  if (!VirtualClock::is_valid(*wish) || wish->tv_sec < 0) return -2;
  return slept_enough(sleep_until(turn, turn.control().clock().after(*wish)), left) ? 0 : -1;
}
STEWARD_FAMILY(int, sched_yield, ()) {
  const Turn turn;
  if (!turn) return real_sched_yield();
  turn.seat().thread->counter = STEWARD_CALLER;
  step_aside(turn);
  return 0;
}
STEWARD_FAMILY(int, pthread_yield, ()) { return sched_yield(); }
STEWARD_FAMILY(void, thrd_yield, ()) { sched_yield(); }

STEWARD_FAMILY(clock_t, clock, ()) {
  const Turn turn;
  if (!turn) return real_clock();
  const timespec now = turn.control().clock().read(CLOCK_PROCESS_CPUTIME_ID);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
