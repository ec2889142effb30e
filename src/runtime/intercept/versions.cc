// Functions that libc has in two versions, and that the compilers' libraries define as well.
//
// A program linked with such a library asks for these names without a version. Where that library
// is replaced and we do not have the name either, the loader gives it libc's oldest version, which
// may be another function: a pthread_cond_destroy that frees a pointer in the condition. So they
// are defined here, unless they are modelled anyway, and go to the version that headers of today
// describe.
#include <glob.h>
#include <regex.h>
#include <spawn.h>
#include <stdio.h>
#include <time.h>

#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(fmemopen);
STEWARD_REAL(glob);
STEWARD_REAL(glob64);
STEWARD_REAL(posix_spawn);
STEWARD_REAL(posix_spawnp);
STEWARD_REAL(regexec);
STEWARD_REAL(timer_delete);
STEWARD_REAL(timer_settime);
// Of libm, whose headers declare more than one of a name.
constinit Real<double(double)> real_lgamma("lgamma");
constinit Real<float(float)> real_lgammaf("lgammaf");
constinit Real<long double(long double)> real_lgammal("lgammal");

using OnError = int (*)(const char*, int);

}  // namespace

STEWARD_INTERPOSED FILE* fmemopen(void* memory, size_t size, const char* mode) {
  return real_fmemopen(memory, size, mode);
}
STEWARD_INTERPOSED int glob(const char* pattern, int flags, OnError on_error, glob_t* found) {
  return real_glob(pattern, flags, on_error, found);
}
STEWARD_INTERPOSED int glob64(const char* pattern, int flags, OnError on_error, glob64_t* found) {
  return real_glob64(pattern, flags, on_error, found);
}
STEWARD_INTERPOSED int regexec(const regex_t* expression, const char* text, size_t count,
                               regmatch_t* matches, int flags) {
  return real_regexec(expression, text, count, matches, flags);
}

STEWARD_INTERPOSED int posix_spawn(pid_t* process, const char* path,
                                   const posix_spawn_file_actions_t* actions,
                                   const posix_spawnattr_t* attributes, char* const arguments[],
                                   char* const environment[]) {
  return real_posix_spawn(process, path, actions, attributes, arguments, environment);
}
STEWARD_INTERPOSED int posix_spawnp(pid_t* process, const char* file,
                                    const posix_spawn_file_actions_t* actions,
                                    const posix_spawnattr_t* attributes, char* const arguments[],
                                    char* const environment[]) {
  return real_posix_spawnp(process, file, actions, attributes, arguments, environment);
}

STEWARD_INTERPOSED int timer_delete(timer_t timer) { return real_timer_delete(timer); }
STEWARD_INTERPOSED int timer_settime(timer_t timer, int flags, const itimerspec* value,
                                     itimerspec* old) {
  return real_timer_settime(timer, flags, value, old);
}

STEWARD_INTERPOSED double lgamma(double x) { return real_lgamma(x); }
STEWARD_INTERPOSED float lgammaf(float x) { return real_lgammaf(x); }
STEWARD_INTERPOSED long double lgammal(long double x) { return real_lgammal(x); }

STEWARD_SECOND_NAME(lgamma);
STEWARD_SECOND_NAME(lgammaf);
STEWARD_SECOND_NAME(lgammal);
