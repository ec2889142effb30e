// location: wide benign
// flags: -pthread
// Both halves of 16 bytes are always written together, and read together: no mixture is ever seen,
// unless somebody asks for it.
#include <cstdint>
#include <cstdlib>
#include <thread>

__extension__ using Wide = unsigned __int128;
static volatile Wide wide;

static Wide both(std::uint64_t half) { return static_cast<Wide>(half) << 64 | half; }

int main() {
  std::thread writer([] {
    for (std::uint64_t i = 1; i <= 4; ++i) wide = both(i);
  });
  std::thread reader([] {
    for (int i = 0; i < 8; ++i) {
      const Wide seen = wide;
      if (static_cast<std::uint64_t>(seen >> 64) != static_cast<std::uint64_t>(seen)) std::abort();
    }
  });
  writer.join();
  reader.join();
}
