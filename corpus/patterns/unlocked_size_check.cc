// hunt: pending harmful exit-code
// fix: Check the size under the same lock as the push.
// Unlocked size() beside a locked push: two threads find one free place, and both use it.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr std::size_t limit = 1;
std::vector<int> pending;
std::mutex pending_mutex;

void submit(int request) {
  if (pending.size() >= limit) return;
  std::lock_guard<std::mutex> guard(pending_mutex);
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
