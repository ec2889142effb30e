// hunt: none
// Lazy cache, corrected: std::call_once computes it, and whoever comes later sees the result.
#include <cstdio>
#include <mutex>
#include <thread>

int table[3] = {30, 12, 42};
const int* answer;
std::once_flag answer_once;

void find_largest() {
  const int* largest = table;
  for (const int& one : table)
    if (one > *largest) largest = &one;
  answer = largest;
}

int largest() {
  std::call_once(answer_once, find_largest);
  return *answer;
}

void ask(int* result) { *result = largest(); }

int main() {
  int first_result = 0;
  int second_result = 0;
  std::thread first(ask, &first_result);
  std::thread second(ask, &second_result);
  first.join();
  second.join();
  std::printf("%d %d\n", first_result, second_result);
}
