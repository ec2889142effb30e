// hunt: heap harmful exit-code|crash|abort
// fix: Join the thread before the derived object is destroyed, in a stop() that its owner calls.
// The destructor of the base class waits for the thread, but the derived part is gone by then: the thread
// calls the function of the base.
#include <cstdio>
#include <thread>

int last;

struct Service {
  void start() {
    thread = std::thread([this] { last = answer(); });
  }
  virtual ~Service() { thread.join(); }
  virtual int answer() { return 0; }
  std::thread thread;
};

struct Oracle : Service {
  int answer() override { return 42; }
};

int main() {
  Service* service = new Oracle;
  service->start();
  delete service;
  if (last != 42) {
    std::printf("not the oracle\n");
    return 1;
  }
  std::printf("42\n");
}
