// expect: none
// needs: concurrentqueue/concurrentqueue.h
// moodycamel's queues, with and without blocking.
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

static int values[2][1000];

int main() {
  moodycamel::ConcurrentQueue<int*> queue;
  moodycamel::BlockingConcurrentQueue<int*> blocking;
  std::atomic<int> taken{0};
  std::thread threads[6];
  for (int t = 0; t < 2; ++t) {
    threads[t] = std::thread([&, t] {
      moodycamel::ProducerToken token(queue);
      for (int i = 0; i < 1000; ++i) {
        values[t][i] = i;
        if (i % 2) queue.enqueue(token, &values[t][i]);
        else queue.enqueue(&values[t][i]);
      }
    });
    threads[2 + t] = std::thread([&] {
      while (taken < 2000) {
        int* some[8];
        const size_t count = queue.try_dequeue_bulk(some, 8);
        if (count == 0) std::this_thread::yield();
        for (size_t i = 0; i < count; ++i) {
          ++*some[i];
          blocking.enqueue(some[i]);
        }
        taken += static_cast<int>(count);
      }
    });
    threads[4 + t] = std::thread([&] {
      for (int i = 0; i < 1000; ++i) {
        int* one;
        blocking.wait_dequeue(one);
        *one = 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}
