// hunt: none
// std::shared_ptr, corrected: a mutex guards the pointer object; copies of it need no lock.
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Page {
  long number;
};

std::shared_ptr<Page> current(new Page{1});
std::mutex current_mutex;

void turn() {
  std::shared_ptr<Page> next(new Page{2});
  std::lock_guard<std::mutex> guard(current_mutex);
  current.swap(next);
}

std::shared_ptr<Page> get() {
  std::lock_guard<std::mutex> guard(current_mutex);
  return current;
}

int main() {
  std::thread turner(turn);
  long number = get()->number;
  turner.join();
  if (number != 1 && number != 2) {
    std::printf("no such page\n");
    return 1;
  }
  std::printf("read a page\n");
}
