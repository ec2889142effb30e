// expect: race by_try
// expect: race by_time
// A lock that was not got protects nothing.
#include <ctime>
#include <pthread.h>

#include "../litmus/litmus.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int by_try, by_time;

int main() {
  litmus::in_turn({{0,
                    [] {
                      pthread_mutex_lock(&mutex);
                      by_try = by_time = 1;
                    }},
                   {1,
                    [] {
                      if (pthread_mutex_trylock(&mutex) != 0) by_try = 2;
                      const timespec past = {1, 0};
                      if (pthread_mutex_timedlock(&mutex, &past) != 0) by_time = 2;
                    }},
                   {0, [] { pthread_mutex_unlock(&mutex); }}});
}
