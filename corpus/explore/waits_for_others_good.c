// confirm: A B potential
// runs: 20
// flags: -pthread
// Threads in calls of the system that wait for other processes and for signals: the others go on.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waited, gate[2];

static void add_to_it(void) {
  pthread_mutex_lock(&mutex);
  ++waited;  // A
  pthread_mutex_unlock(&mutex);
}

// Its child ends when another thread lets it.
static void* wait_for_child(void* unused) {
  char byte;
  const pid_t child = fork();
  if (child == 0) _exit(read(gate[0], &byte, 1) == 1 ? 7 : 8);
  int status = 0;
  if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) abort();
  add_to_it();
  return unused;
}

static void* wait_for_signal(void* unused) {
  sigset_t set;
  int number = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  if (sigwait(&set, &number) != 0 || number != SIGUSR1) abort();
  add_to_it();
  return unused;
}

static void* wait_for_command(void* unused) {
  if (system("exit 3") != 3 << 8) abort();
  add_to_it();
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (pipe(gate) != 0) return 1;
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, wait_for_child, NULL);
  pthread_create(&threads[1], NULL, wait_for_signal, NULL);
  pthread_create(&threads[2], NULL, wait_for_command, NULL);
  add_to_it();
  if (write(gate[1], "x", 1) != 1) return 2;
  kill(getpid(), SIGUSR1);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  pthread_mutex_lock(&mutex);
  const int all = waited == 4;  // B
  pthread_mutex_unlock(&mutex);
  return all ? 0 : 3;
}
