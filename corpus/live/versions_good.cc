// Functions that libc has in an old and in a new version: a program that asks for neither, because
// it was linked with the compiler's library, gets the new one.
// expect: none
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <pthread.h>
#include <regex.h>
#include <thread>

int main() {
  // The old one frees the condition's first word.
  pthread_cond_t condition;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (int round = 0; round < 3; ++round) {
    if (pthread_cond_init(&condition, nullptr) != 0) return 1;
    bool ready = false;
    std::thread waiter([&] {
      pthread_mutex_lock(&mutex);
      while (!ready) pthread_cond_wait(&condition, &mutex);
      pthread_mutex_unlock(&mutex);
    });
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    waiter.join();
    if (pthread_cond_destroy(&condition) != 0) return 2;
  }

  // The old one does not allocate.
  char* const path = realpath("/", nullptr);
  if (path == nullptr) return 3;
  free(path);

  // The old one does not know that flag.
  regex_t letter;
  if (regcomp(&letter, "a", 0) != 0) return 4;
  regmatch_t part{1, 3};
  if (regexec(&letter, "abc", 1, &part, REG_STARTEND) != REG_NOMATCH) return 5;
  regfree(&letter);

  // The old ones number timers otherwise.
  timer_t timer;
  sigevent nothing{};
  nothing.sigev_notify = SIGEV_NONE;
  if (timer_create(CLOCK_MONOTONIC, &nothing, &timer) != 0) return 6;
  if (timer_getoverrun(timer) != 0 || timer_delete(timer) != 0) return 7;
  return 0;
}
