// hunt: bytes_sent real
// fix: Make it a std::atomic<long> with relaxed operations.
// Statistics: an estimate of the traffic that only chooses the size of the next buffer. Lost
// updates make it a little smaller, and nothing depends on it.
#include <cstdio>
#include <thread>
#include <vector>

long bytes_sent;

int send_all(int packets) {
  int sent = 0;
  for (int i = 0; i < packets; ++i) {
    std::vector<char> buffer(bytes_sent > 1000 ? 4096 : 512);
    buffer[0] = 'x';
    sent += buffer[0] == 'x';
    bytes_sent += 300;
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
