// expect: none
// Who is told by epoll that there is something to read knows what came before it was written, also
// if another thread reads it, and after the wish has been changed.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

int told, after_change, by_pipe;

int main() {
  const int poller = epoll_create1(0);
  const int event = eventfd(0, 0);
  int ends[2];
  if (pipe(ends) != 0) return 1;
  epoll_event wish = {EPOLLIN | EPOLLONESHOT, {.u64 = 1}};
  epoll_ctl(poller, EPOLL_CTL_ADD, event, &wish);
  std::thread writer([&] {
    told = 1;
    eventfd_write(event, 1);
  });
  epoll_event got;
  if (epoll_wait(poller, &got, 1, -1) == 1) ++told;
  writer.join();
  eventfd_t count;
  eventfd_read(event, &count);

  wish.data.u64 = 2;
  epoll_ctl(poller, EPOLL_CTL_MOD, event, &wish);
  epoll_event pipe_wish = {EPOLLIN, {.u64 = 3}};
  epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &pipe_wish);
  std::thread again([&] {
    after_change = 1;
    eventfd_write(event, 1);
    by_pipe = 1;
    close(ends[1]);
  });
  for (int waits = 0; waits < 2;) {
    if (epoll_pwait(poller, &got, 1, -1, nullptr) != 1) continue;
    if (got.data.u64 == 2) ++after_change, ++waits;
    if (got.data.u64 == 3) ++by_pipe, ++waits, epoll_ctl(poller, EPOLL_CTL_DEL, ends[0], nullptr);
  }
  again.join();
}
