// expect: race number
// expect: race word
// expect: race date
// expect: race status
// expect: race moment
// expect: race sorted
// flags: -pthread
// What libc puts into the program's memory is written there: by scanf, by questions for the time or
// a file, by sorting.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/stat.h>
#include <thread>

int number;
char word[8];
std::tm date;
struct stat status;
std::timespec moment;
int sorted[4] = {4, 3, 2, 1};

static void ask() {
  const std::time_t now = 0;
  if (std::sscanf("12 abc", "%d %7s", &number, word) != 2) std::abort();
  localtime_r(&now, &date);
  if (stat("/", &status) != 0) std::abort();
  clock_gettime(CLOCK_MONOTONIC, &moment);
  std::qsort(sorted, 4, sizeof *sorted, [](const void* a, const void* b) {
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
  });
}

int main() {
  std::thread other(ask);
  volatile long sum = number + word[0] + date.tm_year + status.st_size + moment.tv_sec;
  sorted[0] = 7;
  other.join();
  return sum == 12345;
}
