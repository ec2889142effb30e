// hunt: alice harmful exit-code
// hunt: bob harmful exit-code
// fix: Do each transfer under one mutex, or lock both accounts with std::scoped_lock.
// Bank transfer: the sum of the accounts stays the same, unless two transfers overlap.
#include <cstdio>
#include <thread>

long alice = 100;
long bob = 100;

void pay_rent() {
  alice -= 10;
  bob += 10;
}

void pay_back() {
  bob -= 5;
  alice += 5;
}

int main() {
  std::thread first(pay_rent);
  std::thread second(pay_back);
  first.join();
  second.join();
  if (alice + bob != 200) {
    std::printf("money was lost or made\n");
    return 1;
  }
  std::printf("still 200\n");
}
