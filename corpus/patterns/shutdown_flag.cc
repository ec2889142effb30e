// hunt: stopping real
// fix: Make the flag a std::atomic<bool>, or use std::jthread and its std::stop_token.
// Shutdown flag: a worker polls a plain bool. Who sees it late works a little longer, no more.
#include <cstdio>
#include <thread>

bool stopping;

void work() {
  while (!stopping) std::this_thread::yield();
}

int main() {
  std::thread worker(work);
  stopping = true;
  worker.join();
  std::printf("stopped\n");
}
