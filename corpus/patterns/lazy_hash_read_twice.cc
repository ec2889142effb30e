// hunt: hash harmful exit-code
// fix: Read the variable once, into a local, from a relaxed atomic.
// flags: -O0
// Lazy initialisation that reads the variable twice: the second read may get an older value than the first,
// and 0 is returned.
#include <cstdio>
#include <thread>

int hash;

int compute() { return 1234; }

int get_hash() {
  if (hash == 0) hash = compute();
  return hash;
}

int main() {
  int first_hash = 0;
  int second_hash = 0;
  std::thread first([&] { first_hash = get_hash(); });
  std::thread second([&] { second_hash = get_hash(); });
  first.join();
  second.join();
  if (first_hash != 1234 || second_hash != 1234) {
    std::printf("no hash\n");
    return 1;
  }
  std::printf("1234 1234\n");
}
