// hunt: total harmful exit-code
// fix: Guard one datum with one mutex, everywhere.
// The wrong mutex: orders and refunds have a mutex each, but both change the same total.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex order_mutex;
std::mutex refund_mutex;
int total = 100;

void order(int amount) {
  std::lock_guard<std::mutex> guard(order_mutex);
  total += amount;
}

void refund(int amount) {
  std::lock_guard<std::mutex> guard(refund_mutex);
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
