// expect: race counter
// offline: nothing, since a trace is of one process
// flags: -pthread
// The child of a process that never had threads races by itself.
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

int counter;

int main() {
  const pid_t child = fork();
  if (child == 0) {
    std::thread other([] { ++counter; });
    ++counter;
    other.join();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
}
