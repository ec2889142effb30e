// hunt: requests real
// hunt: config harmful exit-code
// fix: Hand the configuration to the worker when it starts, or wait for it with a std::future.
// A harmless race right before a harmful one: nobody reads the counter. Who counts first is who comes
// first to the configuration, most of the time; but it is not why.
#include <cstdio>
#include <thread>

int requests;
const int* config;
bool right = true;

void load() {
  static const int limit = 7;
  requests = 1;
  config = &limit;
}

void work() {
  requests = 2;
  if (!config) right = false;
}

int main() {
  std::thread loader(load);
  std::thread worker(work);
  loader.join();
  worker.join();
  if (!right) {
    std::printf("no configuration\n");
    return 1;
  }
  std::printf("configured\n");
}
