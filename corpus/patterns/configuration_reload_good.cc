// hunt: none
// Configuration reload, corrected: it is replaced and copied under one mutex, and readers use their copy.
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Configuration {
  long timeout;
  long retries;
};

std::mutex configuration_mutex;
std::unique_ptr<Configuration> configuration(new Configuration{10, 1});

void reload() {
  std::lock_guard<std::mutex> guard(configuration_mutex);
  configuration.reset(new Configuration{20, 2});
}

Configuration copy() {
  std::lock_guard<std::mutex> guard(configuration_mutex);
  return *configuration;
}

int main() {
  std::thread reloader(reload);
  Configuration mine = copy();
  reloader.join();
  if (mine.timeout != 10 * mine.retries) {
    std::printf("no configuration has these values\n");
    return 1;
  }
  std::printf("configured\n");
}
