// hunt: prices harmful crash|abort|exit-code|hang
// hunt: heap harmful crash|abort|exit-code|hang
// fix: Guard find and insert with one mutex, or a std::shared_mutex.
// std::map: find walks through the tree while an insertion turns it.
#include <cstdio>
#include <map>
#include <thread>

std::map<int, int> prices{{1, 10}};
bool right;

void add() {
  for (int item = 2; item <= 3; ++item) prices[item] = 10 * item;
}

bool has(int item) {
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
