// confirm: A B potential
// runs: 4
// repeats: no, because a child goes as it likes
// flags: -pthread
// What processes share, between threads of one and with a child: the child's turn is not ours.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct Shared {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_rwlock_t lock;
  pthread_barrier_t barrier;
  sem_t semaphore;
  int ready, value;
};
static struct Shared* all;

static void set_up(void) {
  all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&all->mutex, &mutex);
  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&all->condition, &condition);
  pthread_rwlockattr_t lock;
  pthread_rwlockattr_init(&lock);
  pthread_rwlockattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&all->lock, &lock);
  pthread_barrierattr_t barrier;
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&all->barrier, &barrier, 3);
  sem_init(&all->semaphore, 1, 0);
}

static void count(void) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&all->mutex);
    ++all->value;  // A
    pthread_mutex_unlock(&all->mutex);
    pthread_rwlock_wrlock(&all->lock);
    pthread_rwlock_unlock(&all->lock);
  }
}
static void* work(void* unused) {
  pthread_barrier_wait(&all->barrier);
  count();
  pthread_mutex_lock(&all->mutex);
  while (all->ready < 1) pthread_cond_wait(&all->condition, &all->mutex);
  ++all->ready;
  pthread_cond_broadcast(&all->condition);
  pthread_mutex_unlock(&all->mutex);
  return unused;
}
static void be_child(void) {
  pthread_barrier_wait(&all->barrier);
  count();
  pthread_mutex_lock(&all->mutex);
  ++all->ready;
  pthread_cond_broadcast(&all->condition);
  pthread_mutex_unlock(&all->mutex);
  sem_post(&all->semaphore);
  _exit(0);
}

int main(void) {
  set_up();
  const pid_t child = fork();
  if (child == 0) be_child();
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&all->barrier);
  count();
  sem_wait(&all->semaphore);
  pthread_mutex_lock(&all->mutex);
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 100;
  while (all->ready < 2)
    if (pthread_cond_timedwait(&all->condition, &all->mutex, &limit) != 0) abort();
  if (all->value != 9) abort();  // B
  pthread_mutex_unlock(&all->mutex);
  pthread_join(thread, NULL);
  waitpid(child, NULL, 0);
}
