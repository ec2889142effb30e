// Times and dates. Functions that return what the next call overwrites write that.
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>

#include "runtime/intercept/results.h"

using namespace steward;

STEWARD_RESULT(time_t, time, (time_t * out), (out), result != -1, wrote(out))
STEWARD_RESULT(int, gettimeofday, (timeval * out, void* zone), (out, zone), result == 0, wrote(out))
STEWARD_RESULT(int, clock_gettime, (clockid_t clock, timespec* out), (clock, out), result == 0,
               wrote(out))
STEWARD_RESULT(int, clock_getres, (clockid_t clock, timespec* out), (clock, out), result == 0,
               wrote(out))
STEWARD_RESULT(int, clock_settime, (clockid_t clock, const timespec* in), (clock, in), true,
               did_read(in))
STEWARD_RESULT(int, timespec_get, (timespec * out, int base), (out, base), result != 0, wrote(out))
STEWARD_RESULT(clock_t, times, (tms * out), (out), result != -1, wrote(out))
STEWARD_RESULT(int, nanosleep, (const timespec* wish, timespec* left), (wish, left), result != 0,
               wrote(left))
STEWARD_RESULT(int, clock_nanosleep,
               (clockid_t clock, int flags, const timespec* wish, timespec* left),
               (clock, flags, wish, left), result != 0 && (flags & TIMER_ABSTIME) == 0, wrote(left))

STEWARD_RESULT(tm*, localtime_r, (const time_t* in, tm* out), (in, out), result != nullptr,
               did_read(in).wrote(out))
STEWARD_RESULT(tm*, gmtime_r, (const time_t* in, tm* out), (in, out), result != nullptr,
               did_read(in).wrote(out))
STEWARD_RESULT(tm*, localtime, (const time_t* in), (in), result != nullptr,
               did_read(in).wrote(result))
STEWARD_RESULT(tm*, gmtime, (const time_t* in), (in), result != nullptr, did_read(in).wrote(result))
STEWARD_RESULT(char*, asctime_r, (const tm* in, char* out), (in, out), result != nullptr,
               did_read(in).wrote_text(out))
STEWARD_RESULT(char*, ctime_r, (const time_t* in, char* out), (in, out), result != nullptr,
               did_read(in).wrote_text(out))
STEWARD_RESULT(char*, asctime, (const tm* in), (in), result != nullptr,
               did_read(in).wrote_text(result))
STEWARD_RESULT(char*, ctime, (const time_t* in), (in), result != nullptr,
               did_read(in).wrote_text(result))
STEWARD_RESULT(time_t, mktime, (tm * date), (date), result != -1, wrote(date))
STEWARD_RESULT(time_t, timegm, (tm * date), (date), result != -1, wrote(date))
STEWARD_RESULT(std::size_t, strftime,
               (char* out, std::size_t room, const char* format, const tm* in),
               (out, room, format, in), result != 0, did_read(in).wrote(out, result + 1))
STEWARD_RESULT(char*, strptime, (const char* text, const char* format, tm* out),
               (text, format, out), result != nullptr, wrote(out))

STEWARD_RESULT(int, getitimer, (int which, itimerval* out), (which, out), result == 0, wrote(out))
STEWARD_RESULT(int, timerfd_gettime, (int file, itimerspec* out), (file, out), result == 0,
               wrote(out))
STEWARD_RESULT(int, timer_gettime, (timer_t timer, itimerspec* out), (timer, out), result == 0,
               wrote(out))
