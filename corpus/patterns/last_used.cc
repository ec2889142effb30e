// hunt: last_used real
// fix: Make it a std::atomic<long> with relaxed operations.
// Timestamp: each use of a connection notes the time, a janitor closes it after an hour of rest. A
// time that is a little old does not matter.
#include <chrono>
#include <cstdio>
#include <thread>

long seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

long last_used = seconds();

void use() {
  for (int i = 0; i < 3; ++i) last_used = seconds();
}

int main() {
  std::thread user(use);
  bool closed = seconds() - last_used > 3600;
  user.join();
  std::printf("%s\n", closed ? "closed" : "kept open");
  return closed ? 1 : 0;
}
