#include "runtime/explore/help.h"

#include <algorithm>
#include <cstring>
#include <dirent.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "runtime/control/signals.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/task_state.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

// libc waits for this one itself, in a thread that calls the program's functions.
constexpr int kTimerOfLibc = 32;

bool is_heard(int signal) {
  return signal == kTimerOfLibc ||
         (signal > 0 && signal < kSignals && wanted_actions[signal].load().is_handler());
}

bool is_zero(const timespec& time) { return time.tv_sec == 0 && time.tv_nsec == 0; }

bool an_interval_timer_runs() {
  itimerval timer = {};
  raw::call(SYS_getitimer, ITIMER_REAL, reinterpret_cast<long>(&timer));
  return (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0) && is_heard(SIGALRM);
}

bool is_set(long timer) {
  itimerspec left = {};
  return !raw::failed(raw::call(SYS_timer_gettime, timer, reinterpret_cast<long>(&left))) &&
         !is_zero(left.it_value);
}

// The number behind a word, or -1.
long number_after(const char* text, const char* word) {
  const char* at = std::strstr(text, word);
  if (at == nullptr) return -1;
  long number = 0;
  for (at += std::strlen(word); *at >= '0' && *at <= '9'; ++at) number = number * 10 + (*at - '0');
  return number;
}

// Of those that timer_create makes, as the system lists them. Some systems do not: then none is
// known. Many do not fit: the first ones count.
bool a_timer_of_posix_runs() {
  const int file = raw::open("/proc/self/timers", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[4096];
  const long size = raw::read(file, text, sizeof text - 1);
  raw::close(file);
  text[size > 0 ? size : 0] = 0;
  for (const char* at = text; (at = std::strstr(at, "ID: ")) != nullptr; ++at) {
    // "ClockID: " ends so, too.
    if (at != text && at[-1] != '\n') continue;
    if (is_heard(static_cast<int>(number_after(at, "signal: "))) &&
        is_set(number_after(at, "ID: ")))
      return true;
  }
  return false;
}

bool is_controlled(Runtime& runtime, std::span<Seat* const> seats, std::uint32_t system_id) {
  for (const Seat* seat : seats)
    if (runtime.threads.system_id(seat->id) == system_id) return true;
  return false;
}

Help help_by(std::uint32_t system_id) {
  const char state = state_of_thread(system_id);
  if (state == 0 || state == 'Z' || state == 'X') return Help::none;
  return state == 'S' || state == 'T' || state == 't' ? Help::sleeps : Help::comes;
}

// The most that any thread promises for which nobody has a seat. Who asks may be one: it has just
// ended, and helps nobody.
Help help_by_others(Runtime& runtime, std::span<Seat* const> seats) {
  const auto own = static_cast<std::uint32_t>(raw::call(SYS_gettid));
  const int folder = raw::open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return Help::none;
  Help most = Help::none;
  alignas(dirent64) char entries[4096];
  for (;;) {
    const long size = raw::call(SYS_getdents64, folder, reinterpret_cast<long>(entries),
                                static_cast<long>(sizeof entries));
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      const long number = number_after(entry->d_name, "");
      if (number <= 0) continue;
      const auto system_id = static_cast<std::uint32_t>(number);
      if (system_id == own || is_controlled(runtime, seats, system_id)) continue;
      if (const Help help = help_by(system_id); help > most) most = help;
    }
  }
  raw::close(folder);
  return most;
}

bool handles_signals() {
  for (int signal = 1; signal < kSignals; ++signal)
    if (is_heard(signal) && signal != kTimerOfLibc) return true;
  return false;
}

// Somebody else may send a signal: above all a process that this one has made, which also sends one
// when it ends.
Help help_by_signals() {
  if (!handles_signals()) return Help::none;
  siginfo_t ended = {};
  // A signal may be on its way all the same.
  if (raw::failed(raw::call(SYS_waitid, P_ALL, 0, reinterpret_cast<long>(&ended),
                            WEXITED | WNOHANG | WNOWAIT)))
    return Help::sleeps;
  // Of others nothing is known if one has ended.
  return ended.si_pid == 0 ? Help::comes : Help::sleeps;
}

}  // namespace

bool a_timer_runs() { return an_interval_timer_runs() || a_timer_of_posix_runs(); }

Help look_for_help(Runtime& runtime, std::span<Seat* const> seats) {
  if (a_timer_runs()) return Help::comes;
  return std::max(help_by_signals(), help_by_others(runtime, seats));
}

}  // namespace steward
