// hunt: none
// Configuration reload, corrected: readers share the object, and the last one deletes it.
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Configuration {
  long timeout;
  long retries;
};

std::mutex configuration_mutex;
std::shared_ptr<Configuration> configuration(new Configuration{10, 1});

std::shared_ptr<Configuration> exchange(std::shared_ptr<Configuration> with) {
  std::lock_guard<std::mutex> guard(configuration_mutex);
  std::shared_ptr<Configuration> old = configuration;
  if (with) configuration = with;
  return old;
}

void reload() { exchange(std::shared_ptr<Configuration>(new Configuration{20, 2})); }

int main() {
  std::thread reloader(reload);
  std::shared_ptr<Configuration> mine = exchange(nullptr);
  long timeout = mine->timeout;
  long retries = mine->retries;
  reloader.join();
  if (timeout != 10 * retries) {
    std::printf("no configuration has these values\n");
    return 1;
  }
  std::printf("configured\n");
}
