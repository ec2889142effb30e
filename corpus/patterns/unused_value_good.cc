// hunt: none
// An unused value, corrected: a relaxed atomic.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> last_client;

int serve(int client) {
  last_client.store(client, std::memory_order_relaxed);
  return client * 10;
}

int main() {
  int first_answer = 0;
  int second_answer = 0;
  std::thread first([&] { first_answer = serve(1); });
  std::thread second([&] { second_answer = serve(2); });
  first.join();
  second.join();
  std::printf("%d %d\n", first_answer, second_answer);
}
