// hunt: sessions harmful exit-code|crash|abort|hang
// fix: Do the search and the insertion under one lock, or use the result of emplace.
// Check-then-act on a map: the check for an old session takes no lock, so two threads both open a new one.
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> sessions;
std::mutex sessions_mutex;
std::atomic<int> opened;

void serve(int user) {
  if (!sessions.empty()) return;
  std::lock_guard<std::mutex> guard(sessions_mutex);
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
