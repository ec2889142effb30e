// confirm: A B harmful simultaneous
// finding: deadlock
// flags: -pthread
// The one looks without the lock whether there is anybody to wake, the other says with the lock
// that it will sleep. If the look comes first the sleeper sleeps for ever, and who notices is the
// thread that ends.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int sleeps, done;

static void* sleeper(void* unused) {
  pthread_mutex_lock(&lock);
  sleeps = 1;  // A
  if (!done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* waker(void* unused) {
  if (sleeps) {  // B
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, sleeper, NULL);
  pthread_create(&other, NULL, waker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
