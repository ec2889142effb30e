// What is asked of the system: processes, threads, limits, random numbers.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>

#include "runtime/intercept/results.h"

using namespace steward;

STEWARD_RESULT(pid_t, wait, (int* status), (status), result > 0, wrote(status))
STEWARD_RESULT(pid_t, waitpid, (pid_t child, int* status, int flags), (child, status, flags),
               result > 0, wrote(status))
STEWARD_RESULT(pid_t, wait3, (int* status, int flags, rusage* usage), (status, flags, usage),
               result > 0, wrote(status).wrote(usage))
STEWARD_RESULT(pid_t, wait4, (pid_t child, int* status, int flags, rusage* usage),
               (child, status, flags, usage), result > 0, wrote(status).wrote(usage))
STEWARD_RESULT(int, waitid, (idtype_t type, id_t id, siginfo_t* info, int flags),
               (type, id, info, flags), result == 0, wrote(info))
STEWARD_RESULT(int, uname, (utsname * out), (out), result == 0, wrote(out))
STEWARD_RESULT(int, sysinfo, (struct sysinfo * out), (out), result == 0, wrote(out))
STEWARD_RESULT(int, getrusage, (int who, rusage* out), (who, out), result == 0, wrote(out))
STEWARD_RESULT(int, getrlimit, (int which, rlimit* out), (which, out), result == 0, wrote(out))
STEWARD_RESULT(int, getloadavg, (double* out, int count), (out, count), result > 0,
               wrote(out, static_cast<std::size_t>(result) * sizeof *out))

STEWARD_RESULT(ssize_t, getrandom, (void* out, std::size_t size, unsigned flags),
               (out, size, flags), result > 0, wrote(out, static_cast<std::size_t>(result)))
STEWARD_RESULT(int, getentropy, (void* out, std::size_t size), (out, size), result == 0,
               wrote(out, size))
STEWARD_RESULT(int, rand_r, (unsigned* seed), (seed), true, did_read(seed).wrote(seed))
STEWARD_RESULT(int, random_r, (random_data * data, std::int32_t* out), (data, out), result == 0,
               wrote(data).wrote(out))
STEWARD_RESULT(int, drand48_r, (drand48_data * data, double* out), (data, out), result == 0,
               wrote(data).wrote(out))
STEWARD_RESULT(int, lrand48_r, (drand48_data * data, long* out), (data, out), result == 0,
               wrote(data).wrote(out))

STEWARD_RESULT(int, sched_getaffinity, (pid_t process, std::size_t size, cpu_set_t* out),
               (process, size, out), result == 0, wrote(out, size))
STEWARD_RESULT(int, sched_getparam, (pid_t process, sched_param* out), (process, out), result == 0,
               wrote(out))
STEWARD_RESULT(int, pthread_getaffinity_np, (pthread_t thread, std::size_t size, cpu_set_t* out),
               (thread, size, out), result == 0, wrote(out, size))
STEWARD_RESULT(int, pthread_getschedparam, (pthread_t thread, int* policy, sched_param* out),
               (thread, policy, out), result == 0, wrote(policy).wrote(out))
STEWARD_RESULT(int, pthread_getname_np, (pthread_t thread, char* out, std::size_t room),
               (thread, out, room), result == 0, wrote_text(out))
STEWARD_RESULT(int, pthread_setcancelstate, (int state, int* before), (state, before), result == 0,
               wrote(before))

STEWARD_RESULT(int, sigprocmask, (int how, const sigset_t* set, sigset_t* before),
               (how, set, before), result == 0, wrote(before))
STEWARD_RESULT(int, pthread_sigmask, (int how, const sigset_t* set, sigset_t* before),
               (how, set, before), result == 0, wrote(before))
STEWARD_RESULT(int, sigpending, (sigset_t * out), (out), result == 0, wrote(out))

// The form that is called by this name returns a text that it has not always written.
STEWARD_RESULT(char*, strerror_r, (int number, char* out, std::size_t room), (number, out, room),
               result == out, wrote_text(out))
STEWARD_RESULT(int, __xpg_strerror_r, (int number, char* out, std::size_t room),
               (number, out, room), result == 0, wrote_text(out))
