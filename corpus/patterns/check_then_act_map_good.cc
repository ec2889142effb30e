// hunt: none
// Check-then-act on a map, corrected: the search and the insertion are one critical section.
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> sessions;
std::mutex sessions_mutex;
std::atomic<int> opened;

void serve(int user) {
  std::lock_guard<std::mutex> guard(sessions_mutex);
  if (!sessions.empty()) return;
  sessions[user] = ++opened;
}

int main() {
  std::thread first(serve, 7);
  std::thread second(serve, 7);
  first.join();
  second.join();
  if (opened != 1) {
    std::printf("two sessions were opened\n");
    return 1;
  }
  std::printf("one session\n");
}
