// confirm: A B potential
// flags: -pthread
// Threads before a fork, after it, and in the child, which is not controlled.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++value;  // A
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void add_by_two(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

int main(void) {
  add_by_two();
  const pid_t child = fork();
  add_by_two();
  if (child == 0) _exit(value == 4 ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 && value == 4 ? 0 : 1;  // B
}
