// File descriptors: made, copied, closed.
#include <fcntl.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

mode_t mode_in(int flags, va_list rest) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}
int accepted(const ChannelUse& listener, int made, const sockaddr* from, const socklen_t* size,
             Touch touch) {
  if (opened_shared(made, Descriptors::kSockets, touch) < 0) return made;
  listener.receive();
  if (from != nullptr && size != nullptr) touch.wrote(size).wrote(from, *size);
  return made;
}

}  // namespace

// The mode counts only with some flags.
#define STEWARD_OPEN(name)                                                                    \
  STEWARD_FAMILY(int, name, (const char* path, int flags, ...)) {                             \
    va_list rest;                                                                             \
    va_start(rest, flags);                                                                    \
    const mode_t mode = mode_in(flags, rest);                                                 \
    va_end(rest);                                                                             \
    return opened_shared(real_##name(path, flags, mode), Descriptors::kFiles, STEWARD_TOUCH); \
  }
#define STEWARD_OPEN_AT(name)                                                         \
  STEWARD_FAMILY(int, name, (int folder, const char* path, int flags, ...)) {         \
    va_list rest;                                                                     \
    va_start(rest, flags);                                                            \
    const mode_t mode = mode_in(flags, rest);                                         \
    va_end(rest);                                                                     \
    return opened_shared(real_##name(folder, path, flags, mode), Descriptors::kFiles, \
                         STEWARD_TOUCH);                                              \
  }
STEWARD_OPEN(open)
STEWARD_OPEN(open64)
STEWARD_OPEN_AT(openat)
STEWARD_OPEN_AT(openat64)
STEWARD_FAMILY(int, creat, (const char* path, mode_t mode)) {
  return opened_shared(real_creat(path, mode), Descriptors::kFiles, STEWARD_TOUCH);
}

STEWARD_FAMILY(int, pipe, (int files[2])) {
  return opened_pair(real_pipe(files), files, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, pipe2, (int files[2], int flags)) {
  return opened_pair(real_pipe2(files, flags), files, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, socketpair, (int domain, int type, int protocol, int files[2])) {
  return opened_pair(real_socketpair(domain, type, protocol, files), files, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, socket, (int domain, int type, int protocol)) {
  return opened_shared(real_socket(domain, type, protocol), Descriptors::kSockets, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, connect, (int file, const sockaddr* to, socklen_t size)) {
  sending(file, STEWARD_TOUCH);
  return real_connect(file, to, size);
}
STEWARD_FAMILY(int, accept, (int file, sockaddr* from, socklen_t* size)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return accepted(use, real_accept(file, from, size), from, size, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, accept4, (int file, sockaddr* from, socklen_t* size, int flags)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  return accepted(use, real_accept4(file, from, size, flags), from, size, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, shutdown, (int file, int how)) {
  sending(file, STEWARD_TOUCH);
  return real_shutdown(file, how);
}

STEWARD_FAMILY(int, eventfd, (unsigned initial, int flags)) {
  return opened_own(real_eventfd(initial, flags), STEWARD_TOUCH);
}
STEWARD_FAMILY(int, eventfd_read, (int file, eventfd_t* value)) {
  const ChannelUse use(file, STEWARD_TOUCH);
  const int result = real_eventfd_read(file, value);
  if (result == 0) {
    use.receive();
    STEWARD_TOUCH.wrote(value);
  }
  return result;
}
STEWARD_FAMILY(int, eventfd_write, (int file, eventfd_t value)) {
  sending(file, STEWARD_TOUCH);
  return real_eventfd_write(file, value);
}
STEWARD_FAMILY(int, timerfd_create, (int clock, int flags)) {
  return opened_own(real_timerfd_create(clock, flags), STEWARD_TOUCH);
}
STEWARD_FAMILY(int, timerfd_settime,
               (int file, int flags, const itimerspec* value, itimerspec* before)) {
  sending(file, STEWARD_TOUCH);
  return real_timerfd_settime(file, flags, value, before);
}
STEWARD_FAMILY(int, signalfd, (int file, const sigset_t* set, int flags)) {
  return opened_shared(real_signalfd(file, set, flags), Descriptors::kSignals, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, inotify_init, ()) { return opened_own(real_inotify_init(), STEWARD_TOUCH); }
STEWARD_FAMILY(int, inotify_init1, (int flags)) {
  return opened_own(real_inotify_init1(flags), STEWARD_TOUCH);
}

STEWARD_FAMILY(int, dup, (int file)) { return copied(file, real_dup(file), STEWARD_TOUCH); }
STEWARD_FAMILY(int, dup2, (int file, int wish)) {
  if (file != wish) closing(wish, STEWARD_TOUCH);
  return copied(file, real_dup2(file, wish), STEWARD_TOUCH);
}
STEWARD_FAMILY(int, dup3, (int file, int wish, int flags)) {
  if (file != wish) closing(wish, STEWARD_TOUCH);
  return copied(file, real_dup3(file, wish, flags), STEWARD_TOUCH);
}
#define STEWARD_CONTROL(name)                                             \
  STEWARD_FAMILY(int, name, (int file, int command, ...)) {               \
    va_list rest;                                                         \
    va_start(rest, command);                                              \
    void* const argument = va_arg(rest, void*);                           \
    va_end(rest);                                                         \
    const int result = real_##name(file, command, argument);              \
    const bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC; \
    return copies ? copied(file, result, STEWARD_TOUCH) : result;         \
  }
STEWARD_CONTROL(fcntl)
STEWARD_CONTROL(fcntl64)
STEWARD_FAMILY(int, close, (int file)) {
  closing(file, STEWARD_TOUCH);
  return real_close(file);
}
