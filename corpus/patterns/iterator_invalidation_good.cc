// hunt: none
// Iterator invalidation, corrected: one mutex for the push_back and for the whole loop.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> readings{1, 2, 3};
std::mutex readings_mutex;

void measure() {
  std::lock_guard<std::mutex> guard(readings_mutex);
  readings.push_back(4);
}

int sum() {
  std::lock_guard<std::mutex> guard(readings_mutex);
  int result = 0;
  for (int reading : readings) result += reading;
  return result;
}

int main() {
  std::thread sensor(measure);
  int now = sum();
  sensor.join();
  if (now != 6 && now != 10) {
    std::printf("neither the old sum nor the new one\n");
    return 1;
  }
  std::printf("summed\n");
}
