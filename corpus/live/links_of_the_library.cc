// expect: race last
// expect: race reversed
// The links of containers are followed and changed by code inside libstdc++ that is not
// instrumented: here nothing else races.
#include <list>
#include <map>
#include <thread>

std::map<int, int> last{{1, 1}};
struct {
  std::list<int> list;
} reversed;

int main() {
  std::thread other([] {
    last.emplace(2, 2);
    reversed.list.reverse();
  });
  const bool one = std::prev(last.end()) == last.begin();
  const bool none = reversed.list.empty();
  other.join();
  return one || none ? 0 : 1;
}
