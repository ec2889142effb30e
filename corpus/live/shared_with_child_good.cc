// expect: none
// Locks and barriers in memory that a process shares with its child. Each is watched for itself,
// and both go on in step.
#include <cerrno>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

struct Shared {
  pthread_mutex_t mutex, robust;
  pthread_cond_t condition;
  pthread_barrier_t barrier;
  sem_t done;
  int turn, count;
};

void set_up(Shared& shared) {
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared.mutex, &mutex);
  pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&shared.robust, &mutex);
  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&shared.condition, &condition);
  pthread_barrierattr_t barrier;
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&shared.barrier, &barrier, 4);
  sem_init(&shared.done, 1, 0);
}

void take_turns(Shared& shared, int mine) {
  for (int i = 0; i < 50; ++i) {
    pthread_barrier_wait(&shared.barrier);
    pthread_mutex_lock(&shared.mutex);
    while (shared.turn != mine) pthread_cond_wait(&shared.condition, &shared.mutex);
    shared.turn = (mine + 1) % 4;
    ++shared.count;
    pthread_cond_broadcast(&shared.condition);
    pthread_mutex_unlock(&shared.mutex);
  }
}

int main() {
  // A barrier of this process alone was there before, in memory that is given back.
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& shared = *static_cast<Shared*>(memory);
  pthread_barrier_init(&shared.barrier, nullptr, 1);
  set_up(shared);
  const pid_t child = fork();
  const int first = child == 0 ? 2 : 0;
  std::thread one([&] { take_turns(shared, first); });
  std::thread other([&] { take_turns(shared, first + 1); });
  one.join();
  other.join();
  if (child == 0) {
    pthread_mutex_lock(&shared.robust);  // and ends with it
    sem_post(&shared.done);
    _exit(0);
  }
  sem_wait(&shared.done);
  int status = 1;
  waitpid(child, &status, 0);
  if (pthread_mutex_lock(&shared.robust) != EOWNERDEAD) return 1;
  pthread_mutex_consistent(&shared.robust);
  pthread_mutex_unlock(&shared.robust);
  return status != 0 || shared.count != 200;
}
