// hunt: none
// Bank transfer by pointers, corrected: both accounts are locked for the transfer, without a deadlock.
#include <cstdio>
#include <mutex>
#include <thread>

struct Account {
  long balance;
  std::mutex mutex;
};

Account alice{100, {}};
Account bob{100, {}};

void transfer(Account* from, Account* to, long amount) {
  std::scoped_lock lock(from->mutex, to->mutex);
  from->balance -= amount;
  to->balance += amount;
}

int main() {
  std::thread first(transfer, &alice, &bob, 10);
  std::thread second(transfer, &bob, &alice, 5);
  first.join();
  second.join();
  if (alice.balance + bob.balance != 200) {
    std::printf("money was lost or made\n");
    return 1;
  }
  std::printf("still 200\n");
}
