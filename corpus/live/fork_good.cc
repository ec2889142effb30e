// expect: none
// flags: -pthread
// Children of a process with threads, made while those are anywhere. In the child nobody else is
// left, and threads of its own come after all that was.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

std::mutex mutex;
std::atomic<bool> done;
int counter;

int main() {
  std::thread busy([] {
    while (!done) {
      const std::lock_guard<std::mutex> hold(mutex);
      ++counter;
      std::free(std::malloc(50));
    }
  });
  for (int i = 0; i < 10; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      std::thread([] { ++counter; }).join();
      ++counter;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) std::abort();
  }
  done = true;
  busy.join();
}
