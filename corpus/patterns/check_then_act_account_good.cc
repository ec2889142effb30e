// hunt: none
// Check-then-act, corrected: the check and the withdrawal are one critical section.
#include <cstdio>
#include <mutex>
#include <thread>

int balance = 100;
std::mutex account_mutex;

bool withdraw(int amount) {
  std::lock_guard<std::mutex> guard(account_mutex);
  if (balance < amount) return false;
  balance -= amount;
  return true;
}

int main() {
  std::thread first(withdraw, 80);
  std::thread second(withdraw, 80);
  first.join();
  second.join();
  if (balance < 0) {
    std::printf("overdrawn\n");
    return 1;
  }
  std::printf("balance: %d\n", balance);
}
