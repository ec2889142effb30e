// expect: race heap
// flags: -pthread
// A race on memory of which the program says that it does not mind, by any of its bytes, is not
// told; one on what is there after it was freed is.
#include <cstddef>
#include <cstdlib>
#include <thread>

extern "C" void AnnotateBenignRaceSized(const char* file, int line, const volatile void* memory,
                                        std::size_t size, const char* description);

struct Pair {
  int first;
  int second;
};

static void race_on(long* whole) {
  std::thread other([=] { *whole = 1; });
  *whole = 2;
  other.join();
}

int main() {
  for (int round = 0; round < 2; ++round) {
    void* const memory = std::malloc(sizeof(Pair));
    if (round == 0)
      AnnotateBenignRaceSized(__FILE__, __LINE__, &static_cast<Pair*>(memory)->second, sizeof(int),
                              "nobody minds");
    race_on(static_cast<long*>(memory));
    std::free(memory);
  }
}
