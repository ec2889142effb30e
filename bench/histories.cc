// What it costs to clear and to copy the history of 1 MiB, as a collector does, beside memset and
// memcpy of the shadow that it has: 4 MiB, in pages as the shadow's.
#include <benchmark/benchmark.h>
#include <cstring>
#include <sys/mman.h>

#include "core/detect/fasttrack.h"
#include "core/policy/word_shadow.h"

namespace steward {
namespace {

struct InWords : Locked {
  using Bits = SharedBits;
  struct Origin {
    std::uint32_t number = 0;
    friend bool operator==(const Origin&, const Origin&) = default;
  };
  static constexpr bool kWordLocks = true;
};

constexpr std::uint64_t kSize = 1 << 20;
constexpr AddressRange kFrom{Address(0x10000000), kSize};
constexpr AddressRange kTo{Address(0x20000000), kSize};

struct Detecting {
  Heap heap;
  FastTrack<InWords> detector{heap, DetectorOptions{}, report};
  FastTrack<InWords>::Thread& thread = detector.thread(ThreadId(0));

  // Both ranges have histories, word by word.
  void fill() {
    for (std::uint64_t at = 0; at < kSize; at += 8) {
      detector.write(thread, {kFrom.begin + at, 8}, {1});
      detector.write(thread, {kTo.begin + at, 8}, {2});
    }
  }
  static inline auto report = [](const BasicFinding<InWords::Origin>&) {};
};

char* pages(std::size_t bytes) {
  void* const made =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(made, bytes, MADV_NOHUGEPAGE);
  std::memset(made, 1, bytes);
  return static_cast<char*>(made);
}
// Before each round other memory was used, as by the program meanwhile.
template <class Prepare, class Measured>
void rounds(benchmark::State& state, Prepare prepare, Measured measured) {
  static constexpr std::size_t kOther = 32 << 20;
  static char* const other = pages(kOther);
  for (auto _ : state) {
    state.PauseTiming();
    prepare();
    std::memset(other, 2, kOther);
    state.ResumeTiming();
    measured();
  }
}

void clear(benchmark::State& state) {
  Detecting with;
  rounds(
      state, [&] { with.fill(); }, [&] { with.detector.clear(kFrom); });
}
void copy(benchmark::State& state) {
  Detecting with;
  with.fill();
  rounds(
      state, [] {}, [&] { with.detector.copy(kFrom.begin, kTo); });
}
void copy_to_nothing(benchmark::State& state) {
  Detecting with;
  with.fill();
  rounds(
      state, [&] { with.detector.clear(kTo); }, [&] { with.detector.copy(kFrom.begin, kTo); });
}
void by_memset(benchmark::State& state) {
  char* const shadow = pages(4 * kSize);
  rounds(
      state, [&] { std::memset(shadow, 1, 4 * kSize); },
      [&] { benchmark::DoNotOptimize(std::memset(shadow, 0, 4 * kSize)); });
}
void by_memcpy(benchmark::State& state) {
  char* const shadow = pages(8 * kSize);
  rounds(
      state, [] {},
      [&] { benchmark::DoNotOptimize(std::memcpy(shadow + 4 * kSize, shadow, 4 * kSize)); });
}

BENCHMARK(by_memset)->Unit(benchmark::kMicrosecond);
BENCHMARK(clear)->Unit(benchmark::kMicrosecond);
BENCHMARK(by_memcpy)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_to_nothing)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace steward

BENCHMARK_MAIN();
