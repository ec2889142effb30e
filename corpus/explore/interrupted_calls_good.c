// confirm: A B potential
// flags: -pthread
// A thread is told by a signal to leave a call in which it waits, as servers are asked to stop: the
// handler runs, and the call returns with EINTR.
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int ends[2], polled, told;
static sem_t never;
static atomic_int left, handled;

static void handler(int signal) {
  (void)signal;
  atomic_fetch_add(&handled, 1);
}

static int sleep_long(void) {
  const struct timespec day = {86400, 0};
  struct timespec rest = {0, 0};
  const int result = nanosleep(&day, &rest);
  return rest.tv_sec > 0 ? result : 0;
}
static int wait_for_semaphore(void) { return sem_wait(&never); }
static int read_nothing(void) {
  char byte;
  return (int)read(ends[0], &byte, 1);
}
static int poll_nothing(void) {
  struct pollfd file = {ends[0], POLLIN, 0};
  return poll(&file, 1, -1);
}
static int select_nothing(void) {
  fd_set files;
  FD_ZERO(&files);
  FD_SET(ends[0], &files);
  return select(ends[0] + 1, &files, NULL, NULL, NULL);
}
static int epoll_nothing(void) {
  struct epoll_event event;
  return epoll_wait(polled, &event, 1, -1);
}

static int (*const calls[])(void) = {sleep_long,   wait_for_semaphore, read_nothing,
                                     poll_nothing, select_nothing,     epoll_nothing};

static void* be_interrupted(void* call) {
  const int result = (*(int (*const*)(void))call)();
  if (result != -1 || errno != EINTR) abort();
  told = 1;  // A
  atomic_store(&left, 1);
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&never, 0, 0);
  if (pipe(ends) != 0) abort();
  polled = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(polled, EPOLL_CTL_ADD, ends[0], &event);
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; ++i) {
    pthread_t waiting;
    atomic_store(&left, 0);
    pthread_create(&waiting, NULL, be_interrupted, (void*)&calls[i]);
    // It may not be there yet, and then nothing is interrupted.
    while (!atomic_load(&left)) {
      pthread_kill(waiting, SIGUSR1);
      usleep(1000);
    }
    if (told != 1) abort();  // B
    pthread_join(waiting, NULL);
  }
  return atomic_load(&handled) > 0 ? 0 : 1;
}
