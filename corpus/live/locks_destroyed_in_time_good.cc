// expect: none
// flags: -pthread
// Whoever knows by a lock that he is the last may destroy it at once, and give its memory back: a
// mutex after another's unlock, a condition after its signal, a semaphore after the post that woke
// him.
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <thread>

struct Counted {
  std::mutex mutex;
  int users = 2;
};
static void leave(Counted* counted) {
  counted->mutex.lock();
  const bool last = --counted->users == 0;
  counted->mutex.unlock();
  if (last) delete counted;
}

struct Done {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  bool done = false;
};
static void* finish(void* argument) {
  auto* const done = static_cast<Done*>(argument);
  pthread_mutex_lock(&done->mutex);
  done->done = true;
  pthread_cond_signal(&done->condition);
  pthread_mutex_unlock(&done->mutex);
  return nullptr;
}
static pthread_t wait_for_another() {
  auto* const done = new Done;
  pthread_mutex_init(&done->mutex, nullptr);
  pthread_cond_init(&done->condition, nullptr);
  pthread_t other;
  pthread_create(&other, nullptr, finish, done);
  pthread_mutex_lock(&done->mutex);
  while (!done->done) pthread_cond_wait(&done->condition, &done->mutex);
  pthread_mutex_unlock(&done->mutex);
  pthread_cond_destroy(&done->condition);
  pthread_mutex_destroy(&done->mutex);
  delete done;
  return other;
}

static std::thread post_once() {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  std::thread poster([&] { sem_post(&semaphore); });
  while (sem_wait(&semaphore) != 0) {
  }
  sem_destroy(&semaphore);
  return poster;
}

static std::thread notify_once() {
  std::mutex mutex;
  std::condition_variable condition;
  bool done = false;
  std::thread notifier([&] {
    const std::lock_guard hold(mutex);
    done = true;
    condition.notify_all();
  });
  std::unique_lock hold(mutex);
  while (!done) condition.wait(hold);
  return notifier;
}

int main() {
  for (int i = 0; i < 20; ++i) {
    auto* const counted = new Counted;
    std::thread first([=] { leave(counted); });
    leave(counted);
    const pthread_t finisher = wait_for_another();
    std::thread poster = post_once();
    std::thread notifier = notify_once();
    first.join();
    poster.join();
    notifier.join();
    pthread_join(finisher, nullptr);
  }
}
