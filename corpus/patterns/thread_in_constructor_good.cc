// hunt: none
// A thread in a class, corrected: it starts when the object is complete.
#include <cstdio>
#include <memory>
#include <thread>

struct Task {
  virtual ~Task() = default;
  virtual int run() { return 0; }
  void start() {
    thread = std::thread([this] { result = run(); });
  }
  int result = 0;
  std::thread thread;
};

struct Answer : Task {
  int run() override { return value; }
  int value = 42;
};

int main() {
  std::unique_ptr<Task> task = std::make_unique<Answer>();
  task->start();
  task->thread.join();
  if (task->result != 42) {
    std::printf("ran something else\n");
    return 1;
  }
  std::printf("42\n");
}
