// hunt: heap potential
// A page changes hands by a std::shared_ptr that a mutex guards: its number is written and read without
// the lock, but who gets the pointer comes after who made the page.
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

void look(long* number) { *number = get()->number; }

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
