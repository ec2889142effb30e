// hunt: alice harmful exit-code
// hunt: bob harmful exit-code
// fix: Do each transfer under one mutex, or lock both accounts with std::scoped_lock.
// Bank transfer by pointers: the same two lines race on both accounts.
#include <cstdio>
#include <thread>

long alice = 100;
long bob = 100;

void transfer(long* from, long* to, long amount) {
  *from -= amount;
  *to += amount;
}

int main() {
  std::thread first(transfer, &alice, &bob, 10);
  std::thread second(transfer, &bob, &alice, 5);
  first.join();
  second.join();
  if (alice + bob != 200) {
    std::printf("money was lost or made\n");
    return 1;
  }
  std::printf("still 200\n");
}
