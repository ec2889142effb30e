// confirm: A B potential
// flags: -pthread
// A program that starts itself again: the second process has threads and locks of its own, and its
// schedule is not the first one's.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++count;  // A
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? 2 : 3;
  pthread_t all[3];
  for (int i = 0; i < threads; ++i) pthread_create(&all[i], NULL, add, NULL);
  for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
  if (argc > 1) return count == 2 ? 0 : 1;  // B
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", argv[0], "again", (char*)NULL);
    _exit(9);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0 && count == 3 ? 0 : 1;
}
