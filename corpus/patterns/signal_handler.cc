// hunt: reload_requested real
// hunt: new_level harmful exit-code
// fix: Make the flag a lock-free std::atomic, stored with release and loaded with acquire.
// Signal handler: it changes plain variables that another thread polls. Who sees the request need not
// see the level that comes with it.
#include <csignal>
#include <cstdio>
#include <thread>

int new_level;
bool reload_requested;

void on_signal(int) {
  new_level = 3;
  reload_requested = true;
}

void serve(int* level) {
  while (!reload_requested) std::this_thread::yield();
  *level = new_level;
}

int main() {
  std::signal(SIGUSR1, on_signal);
  int level = 0;
  std::thread server(serve, &level);
  std::raise(SIGUSR1);
  server.join();
  if (level != 3) {
    std::printf("wrong level\n");
    return 1;
  }
  std::printf("level 3\n");
}
