// hunt: none
// Progress, corrected: a relaxed atomic.
#include <atomic>
#include <cstdio>
#include <thread>
#include <unistd.h>

std::atomic<int> rows_done;

void import_rows(int rows) {
  for (int i = 0; i < rows; ++i) rows_done.fetch_add(1, std::memory_order_relaxed);
}

void show_progress() {
  int percent = rows_done.load(std::memory_order_relaxed) * 100 / 8;
  if (isatty(2)) std::fprintf(stderr, "%d %%\r", percent);
}

int main() {
  std::thread importer(import_rows, 8);
  show_progress();
  show_progress();
  importer.join();
  std::printf("imported %d rows\n", rows_done.load());
}
