// hunt: current harmful crash|abort|exit-code
// hunt: heap harmful crash|abort|exit-code
// fix: Use std::atomic<std::shared_ptr<Page>>, or guard the pointer with a mutex.
// std::shared_ptr: its count is atomic, the pointer object itself is not. One thread copies it
// while another assigns to it.
#include <cstdio>
#include <memory>
#include <thread>

struct Page {
  long number;
};

std::shared_ptr<Page> current(new Page{1});

void turn() { current = std::shared_ptr<Page>(new Page{2}); }

void look(long* number) {
  std::shared_ptr<Page> mine = current;
  *number = mine->number;
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
