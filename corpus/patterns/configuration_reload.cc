// hunt: configuration harmful exit-code|crash
// hunt: heap harmful exit-code|crash
// fix: Replace and copy it under one mutex, or hold it by a std::shared_ptr that a mutex guards.
// Configuration reload: the pointer is swapped and the old object deleted, though a reader may have just
// taken the old pointer.
#include <cstdio>
#include <thread>

struct Configuration {
  long timeout;
  long retries;
};

Configuration* configuration = new Configuration{10, 1};

void reload() {
  Configuration* old = configuration;
  configuration = new Configuration{20, 2};
  delete old;
}

int main() {
  std::thread reloader(reload);
  Configuration* mine = configuration;
  long timeout = mine->timeout;
  long retries = mine->retries;
  reloader.join();
  if (timeout != 10 * retries) {
    std::printf("no configuration has these values\n");
    return 1;
  }
  std::printf("configured\n");
}
