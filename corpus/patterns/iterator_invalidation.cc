// hunt: readings harmful crash|abort|exit-code
// hunt: heap harmful crash|abort|exit-code
// fix: Hold one mutex for the push_back and for the whole loop over the elements.
// Iterator invalidation: push_back moves the elements to a new block while another thread walks
// through the old one.
#include <cstdio>
#include <thread>
#include <vector>

std::vector<int> readings{1, 2, 3};

void measure() { readings.push_back(4); }

int sum() {
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
