// expect: none
// flags: -pthread
// What kinds of mutexes are made for is no misuse: counting, refusing, giving up in time.
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>

static void require(bool holds) {
  if (!holds) std::abort();
}
static pthread_mutex_t of_type(int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

pthread_mutex_t recursive, checking;

int main() {
  recursive = of_type(PTHREAD_MUTEX_RECURSIVE);
  checking = of_type(PTHREAD_MUTEX_ERRORCHECK);
  for (int i = 0; i < 3; ++i) pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&checking);
  require(pthread_mutex_lock(&checking) == EDEADLK);
  std::thread other([] {
    require(pthread_mutex_unlock(&checking) == EPERM);
    require(pthread_mutex_unlock(&recursive) == EPERM);
    require(pthread_mutex_trylock(&recursive) == EBUSY);
  });
  other.join();
  for (int i = 0; i < 3; ++i) pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&checking);
  pthread_mutex_destroy(&recursive);
  pthread_mutex_destroy(&checking);

  std::timed_mutex timed;
  timed.lock();
  require(!timed.try_lock_for(std::chrono::milliseconds(1)));
  timed.unlock();
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock<std::mutex> hold(mutex);
  condition.wait_for(hold, std::chrono::milliseconds(1));
}
