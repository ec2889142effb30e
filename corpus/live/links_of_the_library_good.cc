// expect: none
// std::map, std::set and std::list, used under a lock, handed over, and each thread's own.
#include <cstdlib>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

std::mutex mutex;
std::map<int, int> shared;
std::list<int> queue, others;
std::set<int> handed_over;

void use(int first) {
  std::map<int, int> own;
  for (int key = first; key < first + 50; ++key) {
    own[key % 17] = key;
    const std::lock_guard<std::mutex> guard(mutex);
    shared[key] = key;
    queue.push_back(key);
    if (key % 3 == 0) shared.erase(shared.begin());
    if (key % 5 == 0) queue.reverse();
    if (key % 7 == 0) others.splice(others.end(), queue, queue.begin());
    if (key % 11 == 0) others.swap(queue);
  }
  for (auto it = own.rbegin(); it != own.rend(); ++it) it->second = 0;
}

int main() {
  for (int key = 0; key < 20; ++key) handed_over.insert(key);
  std::thread one(use, 0), two(use, 25);
  std::thread reader([] {
    int sum = 0;
    for (const int key : handed_over) sum += key;
    if (sum != 190) std::abort();
  });
  one.join();
  two.join();
  reader.join();
  handed_over.clear();
  std::size_t seen = 0;
  for (const auto& entry : shared) seen += entry.first >= 0;
  return seen == shared.size() ? 0 : 1;
}
