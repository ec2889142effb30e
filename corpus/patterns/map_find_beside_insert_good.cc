// hunt: none
// std::map, corrected: one mutex for find and insert.
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> prices{{1, 10}};
std::mutex prices_mutex;
bool right;

void add() {
  for (int item = 2; item <= 3; ++item) {
    std::lock_guard<std::mutex> guard(prices_mutex);
    prices[item] = 10 * item;
  }
}

bool has(int item) {
  std::lock_guard<std::mutex> guard(prices_mutex);
  auto found = prices.find(item);
  return found != prices.end() && found->second == 10 * item;
}

int main() {
  std::thread adder(add);
  std::thread reader([] { right = has(1); });
  adder.join();
  reader.join();
  if (!right) {
    std::printf("the old item was not found\n");
    return 1;
  }
  std::printf("found\n");
}
