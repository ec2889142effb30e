// hunt: cache real
// fix: Make the entries std::atomic<std::uint64_t> with relaxed operations.
// A cache with weak semantics: an entry is one word that holds key and value, so it is never half of two. To miss
// one, or to store one twice, costs time only.
#include <cstdint>
#include <cstdio>
#include <thread>

std::uint64_t cache[4];

std::uint32_t compute(std::uint32_t key) { return key * key + 1; }

std::uint32_t look_up(std::uint32_t key) {
  std::uint64_t entry = cache[key % 4];
  if (entry >> 32 == key) return static_cast<std::uint32_t>(entry);
  std::uint32_t value = compute(key);
  cache[key % 4] = std::uint64_t{key} << 32 | value;
  return value;
}

bool all_right() { return look_up(3) == 10 && look_up(7) == 50 && look_up(3) == 10; }

int main() {
  bool first_right = false;
  bool second_right = false;
  std::thread first([&] { first_right = all_right(); });
  std::thread second([&] { second_right = all_right(); });
  first.join();
  second.join();
  std::printf("%d %d\n", first_right, second_right);
  return first_right && second_right ? 0 : 1;
}
