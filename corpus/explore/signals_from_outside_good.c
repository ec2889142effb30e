// confirm: A B potential
// runs: 3
// repeats: no, because timers and other processes do not know of steps
// flags: -pthread
// All threads wait, and yet nobody is stuck: a timer goes off, or a child sends a signal or ends,
// and the handler wakes one of them.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static sem_t posted, told;
static int value;

static void post(int signal) {
  (void)signal;
  sem_post(&posted);
}
// In a thread that libc makes for it.
static void notify(union sigval unused) {
  (void)unused;
  sem_post(&posted);
}
static void await_post(void) {
  while (sem_wait(&posted) != 0) {
  }
}

static void by_interval_timer(void) {
  const struct itimerval soon = {{0, 0}, {0, 20000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  await_post();
}
static void by_timer(int how) {
  struct sigevent event = {.sigev_notify = how, .sigev_signo = SIGALRM};
  if (how == SIGEV_THREAD) event.sigev_notify_function = notify;
  timer_t timer;
  const struct itimerspec soon = {{0, 0}, {0, 20000000}};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  timer_settime(timer, 0, &soon, NULL);
  await_post();
  timer_delete(timer);
}
static void by_child(void (*act)(void)) {
  const pid_t child = fork();
  if (child == 0) {
    act();
    _exit(0);
  }
  await_post();
  waitpid(child, NULL, 0);
}
static void send(void) { kill(getppid(), SIGUSR1); }
static void end(void) {}

static void* wait_for_all(void* unused) {
  by_interval_timer();
  by_timer(SIGEV_SIGNAL);
  by_timer(SIGEV_THREAD);
  by_child(send);
  await_post();  // SIGCHLD
  by_child(end);
  value = 1;  // A
  sem_post(&told);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = post};
  sigaction(SIGALRM, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGCHLD, &action, NULL);
  sem_init(&posted, 0, 0);
  sem_init(&told, 0, 0);
  pthread_t waiting;
  pthread_create(&waiting, NULL, wait_for_all, NULL);
  while (sem_wait(&told) != 0) {
  }
  if (value != 1) abort();  // B
  pthread_join(waiting, NULL);
}
