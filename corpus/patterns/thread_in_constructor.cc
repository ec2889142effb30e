// hunt: heap harmful abort|crash|exit-code
// fix: Start the thread when the object is complete, for example in a start() that the owner calls.
// A thread is started in the constructor of a base class: it calls a virtual function while the derived
// object is still being made.
#include <cstdio>
#include <memory>
#include <thread>

struct Task {
  Task() : thread([this] { result = run(); }) {}
  virtual ~Task() = default;
  virtual int run() { return 0; }
  int result = 0;
  std::thread thread;
};

struct Answer : Task {
  int run() override { return value; }
  int value = 42;
};

int main() {
  std::unique_ptr<Task> task = std::make_unique<Answer>();
  task->thread.join();
  if (task->result != 42) {
    std::printf("ran something else\n");
    return 1;
  }
  std::printf("42\n");
}
