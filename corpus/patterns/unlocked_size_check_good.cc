// hunt: none
// Unlocked size(), corrected: the check and the push are one critical section.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr std::size_t limit = 1;
std::vector<int> pending;
std::mutex pending_mutex;

void submit(int request) {
  std::lock_guard<std::mutex> guard(pending_mutex);
  if (pending.size() >= limit) return;
  pending.push_back(request);
}

int main() {
  pending.reserve(8);
  std::thread first(submit, 1);
  std::thread second(submit, 2);
  first.join();
  second.join();
  if (pending.size() != limit) {
    std::printf("more than the limit\n");
    return 1;
  }
  std::printf("1 pending\n");
}
