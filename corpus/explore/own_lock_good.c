// confirm: A B potential
// runs: 3
// flags: -pthread
// repeats: no, because a thread that sleeps in a lock of its own is noticed by the clock
// A lock that nobody knows: its waiters sleep in the system without any function of libc. Whoever
// does so with its turn in hand loses it, and the others go on.
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>

static int locked, value;

__attribute__((no_sanitize("thread"))) static long sleep_or_wake(int* word, int what, int value) {
  long result;
  register long r10 asm("r10") = 0;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(SYS_futex), "D"(word), "S"(what), "d"(value), "r"(r10)
               : "rcx", "r11", "memory");
  return result;
}

static void lock(void) {
  while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE) != 0)
    sleep_or_wake(&locked, FUTEX_WAIT_PRIVATE, 1);
}
static void unlock(void) {
  __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
  sleep_or_wake(&locked, FUTEX_WAKE_PRIVATE, 1);
}

static void* work(void* unused) {
  for (int i = 0; i < 2; ++i) {
    lock();
    ++value;  // A
    sched_yield();
    unlock();
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return value == 4 ? 0 : 1;  // B
}
