// expect: none
// flags: -pthread
// Children made without fork(): by clone, by system call, by _Fork. Threads of the parent are
// anywhere at that moment; nothing they were about to do may keep a child waiting.
#include <atomic>
#include <cstdlib>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

std::atomic<bool> done;
std::atomic<int> counter;
int in_child;

int be_child(void*) {
  ++counter;
  std::free(std::malloc(50));
  std::thread([] { ++in_child; }).join();
  ++in_child;
  _exit(0);
}

int main() {
  std::thread busy([] {
    while (!done) {
      ++counter;
      std::free(std::malloc(50));
    }
  });
  alignas(64) static char stack[256 << 10];
  for (int i = 0; i < 10; ++i) {
    const pid_t cloned = clone(be_child, stack + sizeof stack, SIGCHLD, nullptr);
    if (waitpid(cloned, nullptr, 0) != cloned) std::abort();
    const long called = syscall(SYS_fork);
    if (called == 0) be_child(nullptr);
    if (waitpid(static_cast<pid_t>(called), nullptr, 0) != called) std::abort();
    const pid_t forked = _Fork();
    if (forked == 0) be_child(nullptr);
    if (waitpid(forked, nullptr, 0) != forked) std::abort();
  }
  done = true;
  busy.join();
}
