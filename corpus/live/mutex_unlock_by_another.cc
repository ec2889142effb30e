// expect: finding mutex-misuse
// flags: -pthread
// Only who has locked a mutex may unlock it.
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  mutex.lock();
  std::thread other([] { mutex.unlock(); });
  other.join();
}
