// hunt: none
// Bank transfer, corrected: one mutex for both accounts.
#include <cstdio>
#include <mutex>
#include <thread>

long alice = 100;
long bob = 100;
std::mutex bank_mutex;

void pay_rent() {
  std::lock_guard<std::mutex> guard(bank_mutex);
  alice -= 10;
  bob += 10;
}

void pay_back() {
  std::lock_guard<std::mutex> guard(bank_mutex);
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
