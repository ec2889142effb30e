// hunt: none
// An audit, corrected: it takes the lock of the transfers.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex bank_mutex;
int savings = 60;
int current = 40;

void save(int amount) {
  std::lock_guard<std::mutex> guard(bank_mutex);
  current -= amount;
  savings += amount;
}

int audit() {
  std::lock_guard<std::mutex> guard(bank_mutex);
  return savings + current;
}

int main() {
  std::thread saver(save, 25);
  int sum = audit();
  saver.join();
  if (sum != 100) {
    std::printf("the books do not balance\n");
    return 1;
  }
  std::printf("100\n");
}
