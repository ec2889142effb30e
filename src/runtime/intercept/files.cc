// File descriptors: made, copied, waited for, closed.
#include <fcntl.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

int opened_pair(int result, const int files[2]) {
  if (result != 0) return result;
  const Channel channel = own_channel();
  opened(files[0], channel);
  opened(files[1], channel);
  return result;
}
mode_t mode_in(int flags, va_list rest) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

// The mode counts only with some flags.
#define STEWARD_OPEN(name)                                         \
  STEWARD_FAMILY(int, name, (const char* path, int flags, ...)) {  \
    va_list rest;                                                  \
    va_start(rest, flags);                                         \
    const mode_t mode = mode_in(flags, rest);                      \
    va_end(rest);                                                  \
    return opened(real_##name(path, flags, mode), Channel::files); \
  }
#define STEWARD_OPEN_AT(name)                                                 \
  STEWARD_FAMILY(int, name, (int folder, const char* path, int flags, ...)) { \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    const mode_t mode = mode_in(flags, rest);                                 \
    va_end(rest);                                                             \
    return opened(real_##name(folder, path, flags, mode), Channel::files);    \
  }
STEWARD_OPEN(open)
STEWARD_OPEN(open64)
STEWARD_OPEN_AT(openat)
STEWARD_OPEN_AT(openat64)
STEWARD_FAMILY(int, creat, (const char* path, mode_t mode)) {
  return opened(real_creat(path, mode), Channel::files);
}

STEWARD_FAMILY(int, pipe, (int files[2])) { return opened_pair(real_pipe(files), files); }
STEWARD_FAMILY(int, pipe2, (int files[2], int flags)) {
  return opened_pair(real_pipe2(files, flags), files);
}
STEWARD_FAMILY(int, socketpair, (int domain, int type, int protocol, int files[2])) {
  return opened_pair(real_socketpair(domain, type, protocol, files), files);
}
STEWARD_FAMILY(int, socket, (int domain, int type, int protocol)) {
  return opened(real_socket(domain, type, protocol), Channel::sockets);
}
STEWARD_FAMILY(int, connect, (int file, const sockaddr* to, socklen_t size)) {
  sending(file, STEWARD_TOUCH);
  return real_connect(file, to, size);
}
STEWARD_FAMILY(int, accept, (int file, sockaddr* from, socklen_t* size)) {
  const int made = opened(real_accept(file, from, size), Channel::sockets);
  if (made >= 0) receiving(file, STEWARD_TOUCH);
  return made;
}
STEWARD_FAMILY(int, accept4, (int file, sockaddr* from, socklen_t* size, int flags)) {
  const int made = opened(real_accept4(file, from, size, flags), Channel::sockets);
  if (made >= 0) receiving(file, STEWARD_TOUCH);
  return made;
}
STEWARD_FAMILY(int, shutdown, (int file, int how)) {
  sending(file, STEWARD_TOUCH);
  return real_shutdown(file, how);
}

STEWARD_FAMILY(int, eventfd, (unsigned initial, int flags)) {
  return opened(real_eventfd(initial, flags), own_channel());
}
STEWARD_FAMILY(int, eventfd_read, (int file, eventfd_t* value)) {
  const int result = real_eventfd_read(file, value);
  if (result == 0) {
    receiving(file, STEWARD_TOUCH);
    STEWARD_TOUCH.write(value, sizeof *value);
  }
  return result;
}
STEWARD_FAMILY(int, eventfd_write, (int file, eventfd_t value)) {
  sending(file, STEWARD_TOUCH);
  return real_eventfd_write(file, value);
}
STEWARD_FAMILY(int, timerfd_create, (int clock, int flags)) {
  return opened(real_timerfd_create(clock, flags), own_channel());
}
STEWARD_FAMILY(int, timerfd_settime,
               (int file, int flags, const itimerspec* value, itimerspec* before)) {
  sending(file, STEWARD_TOUCH);
  return real_timerfd_settime(file, flags, value, before);
}
STEWARD_FAMILY(int, signalfd, (int file, const sigset_t* set, int flags)) {
  return opened(real_signalfd(file, set, flags), own_channel());
}
STEWARD_FAMILY(int, inotify_init, ()) { return opened(real_inotify_init(), own_channel()); }
STEWARD_FAMILY(int, inotify_init1, (int flags)) {
  return opened(real_inotify_init1(flags), own_channel());
}

// Who is told of an event is ordered after whoever wanted it to be watched.
STEWARD_FAMILY(int, epoll_create, (int size)) {
  return opened(real_epoll_create(size), own_channel());
}
STEWARD_FAMILY(int, epoll_create1, (int flags)) {
  return opened(real_epoll_create1(flags), own_channel());
}
STEWARD_FAMILY(int, epoll_ctl, (int file, int operation, int other, epoll_event* event)) {
  sending(file, STEWARD_TOUCH);
  return real_epoll_ctl(file, operation, other, event);
}

namespace {

int told(int file, int count, const epoll_event* events, Touch touch) {
  if (count <= 0) return count;
  receiving(file, touch);
  touch.write(events, static_cast<std::size_t>(count) * sizeof *events);
  return count;
}

}  // namespace

STEWARD_FAMILY(int, epoll_wait, (int file, epoll_event* events, int most, int limit)) {
  return told(file, real_epoll_wait(file, events, most, limit), events, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_pwait,
               (int file, epoll_event* events, int most, int limit, const sigset_t* set)) {
  return told(file, real_epoll_pwait(file, events, most, limit, set), events, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, epoll_pwait2,
               (int file, epoll_event* events, int most, const timespec* limit,
                const sigset_t* set)) {
  return told(file, real_epoll_pwait2(file, events, most, limit, set), events, STEWARD_TOUCH);
}

STEWARD_FAMILY(int, dup, (int file)) { return copied(file, real_dup(file)); }
STEWARD_FAMILY(int, dup2, (int file, int wish)) {
  if (file != wish) closing(wish, STEWARD_TOUCH);
  return copied(file, real_dup2(file, wish));
}
STEWARD_FAMILY(int, dup3, (int file, int wish, int flags)) {
  if (file != wish) closing(wish, STEWARD_TOUCH);
  return copied(file, real_dup3(file, wish, flags));
}
#define STEWARD_CONTROL(name)                                             \
  STEWARD_FAMILY(int, name, (int file, int command, ...)) {               \
    va_list rest;                                                         \
    va_start(rest, command);                                              \
    void* const argument = va_arg(rest, void*);                           \
    va_end(rest);                                                         \
    const int result = real_##name(file, command, argument);              \
    const bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC; \
    return copies ? copied(file, result) : result;                        \
  }
STEWARD_CONTROL(fcntl)
STEWARD_CONTROL(fcntl64)
STEWARD_FAMILY(int, close, (int file)) {
  closing(file, STEWARD_TOUCH);
  return real_close(file);
}
