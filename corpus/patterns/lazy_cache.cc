// hunt: answer_valid real
// hunt: answer harmful crash
// fix: Guard both with a mutex, or compute with std::call_once.
// Lazy cache: a pointer and a flag that says that it is valid. Who sees the flag need not see the
// pointer.
#include <cstdio>
#include <thread>

int table[3] = {30, 12, 42};
const int* answer;
bool answer_valid;

const int* find_largest() {
  const int* largest = table;
  for (const int& one : table)
    if (one > *largest) largest = &one;
  return largest;
}

int largest() {
  if (!answer_valid) {
    answer = find_largest();
    answer_valid = true;
  }
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
