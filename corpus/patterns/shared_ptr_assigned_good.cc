// hunt: none
// std::shared_ptr, corrected: a mutex guards the pointer object, and here also what it points to.
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
  std::lock_guard<std::mutex> guard(current_mutex);
  current = std::shared_ptr<Page>(new Page{2});
}

void look(long* number) {
  std::lock_guard<std::mutex> guard(current_mutex);
  *number = current->number;
}

int main() {
  long number = 0;
  std::thread turner(turn);
  std::thread reader(look, &number);
  turner.join();
  reader.join();
  if (number != 1 && number != 2) {
    std::printf("no such page\n");
    return 1;
  }
  std::printf("read a page\n");
}
