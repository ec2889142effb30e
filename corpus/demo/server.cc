#include <cassert>
#include <thread>

struct Config {
  int workers;
};

static Config* config;
static bool ready;
static long hits;  // for the statistics: one more or less is no matter

static void load() {
  config = new Config{4};
  ready = true;
}

static void serve() {
  ++hits;
  if (!ready) return;  // too early: the client tries again
  assert(config->workers > 0);
}

int main() {
  std::thread loader(load), one(serve), other(serve);
  loader.join();
  one.join();
  other.join();
}
