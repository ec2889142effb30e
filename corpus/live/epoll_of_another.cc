// expect: race unordered
// Who is told of one descriptor knows nothing of what was written to another.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

int ordered, unordered;

int main() {
  const int poller = epoll_create1(0);
  const int first = eventfd(0, 0);
  const int second = eventfd(0, 0);
  epoll_event wish = {EPOLLIN, {.fd = first}};
  epoll_ctl(poller, EPOLL_CTL_ADD, first, &wish);
  epoll_event no_wish = {0, {.fd = second}};
  epoll_ctl(poller, EPOLL_CTL_ADD, second, &no_wish);
  std::thread other([&] {
    unordered = 1;
    eventfd_write(second, 1);
  });
  std::thread writer([&] {
    ordered = 1;
    usleep(100000);
    eventfd_write(first, 1);
  });
  epoll_event got;
  if (epoll_wait(poller, &got, 1, -1) == 1) {
    ++ordered;
    ++unordered;
  }
  other.join();
  writer.join();
}
