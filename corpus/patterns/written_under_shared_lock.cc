// hunt: lookups harmful exit-code
// fix: Make the counter atomic, or take the lock exclusively where it is written.
// Reader-writer lock: a lookup takes it as a reader, but counts itself, and so do other readers.
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex table_mutex;
int table[4] = {2, 3, 5, 7};
int lookups;

int look_up(int index) {
  std::shared_lock<std::shared_mutex> lock(table_mutex);
  ++lookups;
  return table[index];
}

void use(int index) {
  if (look_up(index) < 2) std::printf("no prime\n");
}

int main() {
  std::thread first(use, 1);
  std::thread second(use, 2);
  first.join();
  second.join();
  if (lookups != 2) {
    std::printf("lookups were lost\n");
    return 1;
  }
  std::printf("2 lookups\n");
}
