// Calls that wait for other processes, for signals, for the network, and that nobody could ask in
// advance whether they will: the others go on while a thread is in one.
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/control/events.h"
#include "runtime/explore/stand_in.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

// Of functions that the front knows.
#define STEWARD_AWAY(result, name, parameters, arguments)            \
  namespace {                                                        \
  STEWARD_BEHIND(name);                                              \
  result controlled_##name parameters {                              \
    const Turn turn;                                                 \
    if (!turn) return behind_##name arguments;                       \
    return turn.while_away([&] { return behind_##name arguments; }); \
  }                                                                  \
  STEWARD_STANDS_IN(name);                                           \
  }

STEWARD_AWAY(pid_t, wait, (int* status), (status))
STEWARD_AWAY(pid_t, waitpid, (pid_t child, int* status, int flags), (child, status, flags))
STEWARD_AWAY(pid_t, wait3, (int* status, int flags, rusage* usage), (status, flags, usage))
STEWARD_AWAY(pid_t, wait4, (pid_t child, int* status, int flags, rusage* usage),
             (child, status, flags, usage))
STEWARD_AWAY(int, waitid, (idtype_t type, id_t id, siginfo_t* info, int flags),
             (type, id, info, flags))
STEWARD_AWAY(int, sigwait, (const sigset_t* set, int* number), (set, number))
STEWARD_AWAY(int, sigwaitinfo, (const sigset_t* set, siginfo_t* info), (set, info))
STEWARD_AWAY(ssize_t, mq_receive, (mqd_t from, char* text, std::size_t size, unsigned* priority),
             (from, text, size, priority))
STEWARD_AWAY(int, mq_send, (mqd_t to, const char* text, std::size_t size, unsigned priority),
             (to, text, size, priority))
STEWARD_AWAY(ssize_t, msgrcv, (int queue, void* message, std::size_t size, long type, int flags),
             (queue, message, size, type, flags))
STEWARD_AWAY(int, msgsnd, (int queue, const void* message, std::size_t size, int flags),
             (queue, message, size, flags))
STEWARD_AWAY(int, semop, (int set, sembuf* operations, std::size_t count), (set, operations, count))
STEWARD_AWAY(int, connect, (int file, const sockaddr* to, socklen_t size), (file, to, size))
STEWARD_AWAY(int, getaddrinfo,
             (const char* node, const char* service, const addrinfo* hints, addrinfo** out),
             (node, service, hints, out))

// Of others.
#define STEWARD_AWAY_TOO(result, name, parameters, arguments)      \
  STEWARD_FAMILY(result, name, parameters) {                       \
    const Turn turn;                                               \
    if (!turn) return real_##name arguments;                       \
    turn.seat().thread->counter = STEWARD_CALLER;                  \
    return turn.while_away([&] { return real_##name arguments; }); \
  }

STEWARD_AWAY_TOO(int, flock, (int file, int operation), (file, operation))
STEWARD_AWAY_TOO(int, lockf, (int file, int operation, off_t size), (file, operation, size))
STEWARD_AWAY_TOO(int, pause, (), ())
STEWARD_AWAY_TOO(int, sigsuspend, (const sigset_t* mask), (mask))
STEWARD_AWAY_TOO(int, pclose, (FILE * stream), (stream))
STEWARD_AWAY_TOO(int, system, (const char* command), (command))
