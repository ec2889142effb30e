// What it costs to clear and to copy the history of 1 MiB, as a collector does, beside memset and
// memcpy of the shadow that it has: 2 MiB, in pages as the shadow's. All words were written by one
// thread and read by another. `times` is how often the plain function could have been called
// meanwhile.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <vector>

#include "core/detect/fasttrack.h"
#include "core/policy/word_shadow.h"

namespace steward {
namespace {

// As `steward run` has it.
struct InWords : Locked {
  using Bits = SharedBits;
  class Origin {
   public:
    Origin(std::uint32_t number = 0, AccessKind kind = AccessKind::read)
        : number_(number), kind_(kind) {}
    std::uint32_t number() const { return number_; }
    friend bool operator==(const Origin&, const Origin&) = default;

   private:
    std::uint32_t number_;
    AccessKind kind_;
  };
  static constexpr bool kWordLocks = true;
  static std::uint32_t self() { return self_; }
  static inline std::uint32_t self_ = 0;
};
static_assert(FastTrackCell<InWords>::kPacks);

constexpr std::uint64_t kSize = 1 << 20;
constexpr AddressRange kFrom{Address(0x10000000), kSize};
constexpr AddressRange kTo{Address(0x20000000), kSize};
constexpr AddressRange kUntouched{Address(0x30000000), kSize};
constexpr std::size_t kShadow = 2 * kSize;

// Another thread that is there, so that fences of all processors are not for nothing.
class Sleeper {
 public:
  ~Sleeper() {
    {
      const std::lock_guard hold(mutex_);
      over_ = true;
    }
    wake_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool over_ = false;
  std::jthread thread_{[this] {
    std::unique_lock hold(mutex_);
    wake_.wait(hold, [this] { return over_; });
  }};
};

struct Detecting {
  Sleeper sleeper;
  Heap heap{system_pages(), Heap::Sharing::many_threads};
  FastTrack<InWords> detector{heap, DetectorOptions{}, report};

  using Thread = FastTrack<InWords>::Thread;
  // From here on the program is in that thread.
  Thread& go_to(std::uint32_t number) {
    Thread& thread = detector.thread(ThreadId(number));
    InWords::self_ = FastTrack<InWords>::self(thread);
    return thread;
  }
  // One thread writes, the next one reads, as a lock orders them.
  void fill(AddressRange range, std::uint32_t writer = 0) {
    for (const std::uint32_t number : {writer, 1 - writer}) {
      Thread& thread = go_to(number);
      detector.acquire(thread, LockId(1), LockMode::exclusive);
      for (std::uint64_t at = 0; at < kSize; at += 8) {
        const AddressRange word{range.begin + at, 8};
        if (number == writer) detector.write(thread, word, {1, AccessKind::write});
        else detector.read(thread, word, {2, AccessKind::read});
      }
      detector.release(thread, LockId(1), LockMode::exclusive);
    }
  }
  // Until its pages are nobody's own any more.
  void share(AddressRange range) {
    for (std::uint32_t i = 0; i < 4; ++i) fill(range, i % 2);
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
void by_memset() {
  static char* const shadow = pages(kShadow);
  benchmark::DoNotOptimize(std::memset(shadow, 0, kShadow));
}
void by_memcpy() {
  static char* const shadow = pages(2 * kShadow);
  benchmark::DoNotOptimize(std::memcpy(shadow + kShadow, shadow, kShadow));
}

// Before each round other memory is used, as by the program meanwhile.
template <class F>
double seconds(F&& f) {
  static constexpr std::size_t kOther = 32 << 20;
  static char* const other = pages(kOther);
  std::memset(other, 2, kOther);
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
double median(std::vector<double>& all) {
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                   all.end());
  return all[all.size() / 2];
}
template <class Prepare, class Measured, class Plain>
void rounds(benchmark::State& state, Prepare prepare, Measured measured, Plain plain) {
  std::vector<double> ours;
  std::vector<double> plain_ones;
  plain();
  for (auto _ : state) {
    prepare();
    ours.push_back(seconds(measured));
    plain_ones.push_back(seconds(plain));
    state.SetIterationTime(ours.back());
  }
  state.counters["times"] = median(ours) / median(plain_ones);
}

// `shared`: the pages are everybody's, as those that threads have used in turn for some time; else
// one thread's, though not always of the one that clears or copies.
void clear(benchmark::State& state, bool shared) {
  Detecting with;
  if (shared) with.share(kFrom);
  const auto prepare = [&] {
    with.fill(kFrom);
    with.go_to(1);
  };
  rounds(
      state, prepare, [&] { with.detector.clear(kFrom); }, by_memset);
}
void clear_own(benchmark::State& state) {
  Detecting with;
  const auto prepare = [&] {
    auto& thread = with.go_to(0);
    for (std::uint64_t at = 0; at < kSize; at += 8)
      with.detector.write(thread, {kFrom.begin + at, 8}, {1, AccessKind::write});
  };
  rounds(
      state, prepare, [&] { with.detector.clear(kFrom); }, by_memset);
}
// Of which there is no history, but of what lies beside it.
void clear_nothing(benchmark::State& state) {
  Detecting with;
  auto& thread = with.go_to(0);
  for (std::uint64_t at = 0; at < kSize; at += 0x10000)
    with.detector.write(thread, {kUntouched.begin + at, 8}, {1, AccessKind::write});
  const auto all = [&] {
    for (std::uint64_t at = 0; at < kSize; at += 0x10000)
      with.detector.clear({kUntouched.begin + at + 1024, 0x10000 - 1024});
  };
  rounds(
      state, [] {}, all, by_memset);
}
void copy(benchmark::State& state, bool shared) {
  Detecting with;
  with.fill(kFrom);
  with.fill(kTo);
  if (shared) with.share(kFrom), with.share(kTo);
  with.go_to(0);
  rounds(
      state, [] {}, [&] { with.detector.copy(kFrom.begin, kTo); }, by_memcpy);
}
// To the same place in other words, as a collector moves objects together.
void slide(benchmark::State& state) {
  Detecting with;
  with.fill(kFrom);
  with.share(kFrom);
  rounds(
      state, [] {},
      [&] {
        with.detector.copy(kFrom.begin + 4096 + 48, {kFrom.begin, kSize - 8192});
      },
      by_memcpy);
}
void copy_to_nothing(benchmark::State& state) {
  Detecting with;
  with.fill(kFrom);
  with.share(kFrom);
  rounds(
      state, [&] { with.detector.clear(kTo); }, [&] { with.detector.copy(kFrom.begin, kTo); },
      by_memcpy);
}
void copy_nothing(benchmark::State& state) {
  Detecting with;
  rounds(
      state, [] {}, [&] { with.detector.copy(kUntouched.begin, kTo); }, by_memcpy);
}

BENCHMARK_CAPTURE(clear, in_turn, false)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK_CAPTURE(clear, shared, true)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK(clear_own)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK(clear_nothing)->Unit(benchmark::kMicrosecond)->UseManualTime()->Iterations(100);
BENCHMARK_CAPTURE(copy, in_turn, false)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK_CAPTURE(copy, shared, true)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK(slide)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK(copy_to_nothing)->Unit(benchmark::kMicrosecond)->UseManualTime();
BENCHMARK(copy_nothing)->Unit(benchmark::kMicrosecond)->UseManualTime()->Iterations(100);

}  // namespace
}  // namespace steward

BENCHMARK_MAIN();
