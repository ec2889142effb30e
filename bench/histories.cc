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

void clear(benchmark::State& state) {
  Detecting with;
  for (auto _ : state) {
    state.PauseTiming();
    with.fill();
    state.ResumeTiming();
    with.detector.clear(kFrom);
  }
}
void copy(benchmark::State& state) {
  Detecting with;
  with.fill();
  for (auto _ : state) with.detector.copy(kFrom.begin, kTo);
}
void copy_to_nothing(benchmark::State& state) {
  Detecting with;
  with.fill();
  for (auto _ : state) {
    state.PauseTiming();
    with.detector.clear(kTo);
    state.ResumeTiming();
    with.detector.copy(kFrom.begin, kTo);
  }
}

char* shadow_of_both() {
  static constexpr std::size_t kBytes = 2 * 4 * kSize;
  void* const pages =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(pages, kBytes, MADV_NOHUGEPAGE);
  std::memset(pages, 1, kBytes);
  return static_cast<char*>(pages);
}
void by_memset(benchmark::State& state) {
  char* const shadow = shadow_of_both();
  for (auto _ : state) {
    state.PauseTiming();
    std::memset(shadow, 1, 8 * kSize);
    state.ResumeTiming();
    benchmark::DoNotOptimize(std::memset(shadow, 0, 4 * kSize));
  }
}
void by_memcpy(benchmark::State& state) {
  char* const shadow = shadow_of_both();
  for (auto _ : state) benchmark::DoNotOptimize(std::memcpy(shadow + 4 * kSize, shadow, 4 * kSize));
}

BENCHMARK(by_memset)->Unit(benchmark::kMicrosecond);
BENCHMARK(clear)->Unit(benchmark::kMicrosecond);
BENCHMARK(by_memcpy)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_to_nothing)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace steward

BENCHMARK_MAIN();
