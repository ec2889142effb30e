// hunt: none
// The wrong mutex, corrected: one mutex for the total.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex total_mutex;
int total = 100;

void order(int amount) {
  std::lock_guard<std::mutex> guard(total_mutex);
  total += amount;
}

void refund(int amount) {
  std::lock_guard<std::mutex> guard(total_mutex);
  total -= amount;
}

int main() {
  std::thread customer(order, 30);
  std::thread clerk(refund, 10);
  customer.join();
  clerk.join();
  if (total != 120) {
    std::printf("wrong total\n");
    return 1;
  }
  std::printf("total: 120\n");
}
