// hunt: none
// A service that is stopped before it is destroyed: its thread never sees half an object.
#include <cstdio>
#include <thread>

int last;

struct Service {
  void start() {
    thread = std::thread([this] { last = answer(); });
  }
  void stop() { thread.join(); }
  virtual ~Service() = default;
  virtual int answer() { return 0; }
  std::thread thread;
};

struct Oracle : Service {
  int answer() override { return 42; }
};

int main() {
  Service* service = new Oracle;
  service->start();
  service->stop();
  delete service;
  if (last != 42) {
    std::printf("not the oracle\n");
    return 1;
  }
  std::printf("42\n");
}
