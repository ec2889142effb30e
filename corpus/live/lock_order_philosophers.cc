// expect: finding lock-order
// flags: -pthread
// Everybody takes the fork to his left, then the one to his right: a circle of five.
#include <mutex>
#include <thread>

std::mutex forks[5];

int main() {
  for (int i = 0; i < 5; ++i) {
    std::thread philosopher([i] {
      const std::lock_guard<std::mutex> left(forks[i]);
      const std::lock_guard<std::mutex> right(forks[(i + 1) % 5]);
    });
    philosopher.join();
  }
}
