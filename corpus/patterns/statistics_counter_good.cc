// hunt: none
// Statistics, corrected: relaxed atomic operations cost hardly more.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

std::atomic<long> bytes_sent;

int send_all(int packets) {
  int sent = 0;
  for (int i = 0; i < packets; ++i) {
    std::vector<char> buffer(bytes_sent.load(std::memory_order_relaxed) > 1000 ? 4096 : 512);
    buffer[0] = 'x';
    sent += buffer[0] == 'x';
    bytes_sent.fetch_add(300, std::memory_order_relaxed);
  }
  return sent;
}

int main() {
  int first_sent = 0;
  int second_sent = 0;
  std::thread first([&] { first_sent = send_all(3); });
  std::thread second([&] { second_sent = send_all(3); });
  first.join();
  second.join();
  std::printf("%d packets\n", first_sent + second_sent);
  return first_sent + second_sent == 6 ? 0 : 1;
}
