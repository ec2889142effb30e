// hunt: savings harmful exit-code
// hunt: current harmful exit-code
// fix: Read both balances under the lock of the transfers.
// An audit without the lock: transfers are locked, but the auditor adds up the balances in the middle
// of one.
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

int audit() { return savings + current; }

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
