// location: one destructive
// location: two destructive
// location: four destructive
// location: eight destructive
// location: sixteen destructive
// flags: -pthread
// A value that was there is gone at the next look: variables of every size.
#include <cstdint>
#include <cstdlib>
#include <thread>

__extension__ using Wide = unsigned __int128;
static volatile std::uint8_t one;
static volatile std::uint16_t two;
static volatile std::uint32_t four;
static volatile std::uint64_t eight;
static volatile Wide sixteen;

template <class T>
void look(const volatile T& at) {
  for (int i = 0; i < 4; ++i) {
    const T before = at;
    const T after = at;
    if (before != 0 && after == 0) std::abort();
  }
}

int main() {
  std::thread writer([] {
    one = 1;
    two = 2;
    four = 4;
    eight = 8;
    sixteen = static_cast<Wide>(16) << 64 | 16;
  });
  std::thread reader([] {
    look(one);
    look(two);
    look(four);
    look(eight);
    look(sixteen);
  });
  writer.join();
  reader.join();
}
