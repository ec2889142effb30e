// hunt: rows_done real
// fix: Make it a std::atomic<int> with relaxed operations.
// Progress: one thread counts what it has done, another shows it now and then on the terminal. A number
// that is a little old does no harm.
#include <cstdio>
#include <thread>
#include <unistd.h>

int rows_done;

void import_rows(int rows) {
  for (int i = 0; i < rows; ++i) ++rows_done;
}

void show_progress() {
  int percent = rows_done * 100 / 8;
  if (isatty(2)) std::fprintf(stderr, "%d %%\r", percent);
}

int main() {
  std::thread importer(import_rows, 8);
  show_progress();
  show_progress();
  importer.join();
  std::printf("imported %d rows\n", rows_done);
}
