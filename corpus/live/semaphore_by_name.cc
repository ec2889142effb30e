// expect: none
// flags: -pthread
// A semaphore that is opened twice by its name is one semaphore; System V's order threads, too.
#include <cstdio>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <thread>
#include <unistd.h>

int by_name, by_number;

int main() {
  char name[64];
  std::snprintf(name, sizeof name, "/steward-%d", getpid());
  sem_t* const first = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  sem_t* const second = sem_open(name, 0);
  sem_unlink(name);
  const int set = semget(IPC_PRIVATE, 1, 0600);
  if (first == SEM_FAILED || second == SEM_FAILED || set < 0) return 1;
  std::thread other([&] {
    by_name = 1;
    sem_post(second);
    sem_close(second);
    by_number = 1;
    sembuf more = {0, 1, 0};
    semop(set, &more, 1);
  });
  sem_wait(first);
  ++by_name;
  sem_close(first);
  sembuf less = {0, -1, 0};
  semop(set, &less, 1);
  ++by_number;
  other.join();
  semctl(set, 0, IPC_RMID);
}
