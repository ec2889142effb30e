// hunt: balance harmful exit-code
// fix: Take the lock before the check, not only for the withdrawal.
// Check-then-act: the check is made without the lock, and is no longer true when the lock is taken.
#include <cstdio>
#include <mutex>
#include <thread>

int balance = 100;
std::mutex account_mutex;

bool withdraw(int amount) {
  if (balance < amount) return false;
  std::lock_guard<std::mutex> guard(account_mutex);
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
