// The shadow of running programs: what it costs, and what is left of it when memory is short.
#include "core/policy/word_shadow.h"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/detect/fasttrack.h"

namespace steward {
namespace {

constexpr std::ptrdiff_t kSystemPage = 4096;
constexpr std::uint64_t kPageOfWords =
    kSystemPage / 16 * 8;  // program bytes with words in one page

// Pages that can be renewed, or refuse it.
class Pages {
 public:
  explicit Pages(bool renewable = true) {
    idle_ = 0;
    renewable_ = renewable;
  }
  const PageSource& source() const { return kSource; }
  static std::ptrdiff_t idle() { return idle_; }

 private:
  static bool renew(void* memory, std::size_t bytes) {
    return renewable_ && mmap(memory, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == memory;
  }
  static void* map(std::size_t bytes) { return system_pages().map(bytes); }
  static void unmap(void* memory, std::size_t bytes) { system_pages().unmap(memory, bytes); }
  static void add_idle(std::ptrdiff_t bytes) { idle_ += bytes; }
  static constexpr PageSource kSource = {map, unmap, renew, add_idle};
  inline static std::atomic<std::ptrdiff_t> idle_ = 0;
  inline static std::atomic<bool> renewable_ = true;
};

struct Words : Locked {
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
  // Who the calling thread is; whoever has not said it owns nothing.
  static std::uint32_t self() { return self_; }
  inline static thread_local std::uint32_t self_ = 0;
};
static_assert(FastTrackCell<Words>::kPacks);
using Detector = FastTrack<Words>;

class WordShadowTest : public testing::Test {
 protected:
  // As the program's first access of any memory, so that the tables are there.
  WordShadowTest() {
    for (const std::uint32_t child : {1u, 2u}) detector_->fork(main(), ThreadId(child));
  }
  Detector::Thread& main() { return detector_->thread(ThreadId(0)); }
  Detector::Thread& thread(std::uint32_t number) { return detector_->thread(ThreadId(number)); }
  void write(std::uint32_t number, std::uint64_t at, std::uint64_t size = 8) {
    detector_->write(thread(number), {Address(at), size}, {number, AccessKind::write});
  }
  void read(std::uint32_t number, std::uint64_t at) {
    detector_->read(thread(number), {Address(at), 8}, {number, AccessKind::read});
  }
  void release(std::uint32_t number, std::uint64_t at) {
    detector_->atomic_store(thread(number), {Address(at), 4}, MemoryOrder::release, {number});
  }
  void acquire(std::uint32_t number, std::uint64_t at) {
    detector_->atomic_load(thread(number), {Address(at), 4}, MemoryOrder::acquire, 0, {number});
  }
  std::size_t races() const { return races_; }
  void forget() { detector_->forget_accesses(); }
  void renewable(bool can) { pages_ = Pages(can); }

  Pages pages_;
  std::atomic<std::size_t> races_ = 0;
  struct Count {
    std::atomic<std::size_t>& races;
    void operator()(const BasicFinding<Words::Origin>&) { ++races; }
  } count_{races_};
  Heap heap_{pages_.source(), Heap::Sharing::many_threads};
  std::unique_ptr<Detector> detector_ =
      std::make_unique<Detector>(heap_, DetectorOptions{}, count_);
};

TEST_F(WordShadowTest, CountsPagesThatHaveAHistory) {
  write(1, 0x10000);
  const std::ptrdiff_t before = Pages::idle();
  write(1, 0x10008);
  write(1, 0x10000 + kPageOfWords - 8);
  EXPECT_EQ(Pages::idle(), before);
  write(1, 0x10000 + kPageOfWords);
  EXPECT_EQ(Pages::idle(), before - kSystemPage);
  write(1, 0x10000 + 10 * kPageOfWords, 5 * kPageOfWords);
  EXPECT_EQ(Pages::idle(), before - 6 * kSystemPage);
}

TEST_F(WordShadowTest, GivesBackWhatAccessesTook) {
  write(1, 0x10000);
  const std::ptrdiff_t with_one = Pages::idle();
  write(1, 0x10000, 20 * kPageOfWords);
  read(2, 0x1f000);
  const std::size_t in_use = heap_.in_use();
  acquire(1, 0x1f000);  // what is read atomically takes memory of its own
  EXPECT_GT(heap_.in_use(), in_use);
  forget();
  EXPECT_EQ(heap_.in_use(), in_use);
  EXPECT_EQ(Pages::idle(), with_one + kSystemPage);
  write(2, 0x10000);
  EXPECT_EQ(races(), 0u) << "what was forgotten races with nobody";
  EXPECT_EQ(Pages::idle(), with_one);
}

TEST_F(WordShadowTest, FindsRacesOfWhatComesLater) {
  write(1, 0x10000);
  forget();
  write(2, 0x10000);
  EXPECT_EQ(races(), 0u);
  write(1, 0x10000);
  EXPECT_EQ(races(), 1u);
}

// Accesses that come while others are being forgotten may need it.
TEST_F(WordShadowTest, KeepsWhatOrdersThreads) {
  for (const std::uint64_t at : {0x20000, 0x20004}) {  // two pieces of a word
    write(1, 0x10000);
    release(1, at);
    const Epoch released(thread(1).slot, thread(1).now().time() - 1);
    forget();
    EXPECT_FALSE(thread(2).clock.includes(released));
    acquire(2, at);
    EXPECT_TRUE(thread(2).clock.includes(released));
  }
}

TEST_F(WordShadowTest, StoresThatOrderNobodyAreForgotten) {
  detector_->atomic_store(thread(1), {Address(0x20000), 4}, MemoryOrder::relaxed, {1});
  const std::ptrdiff_t with_one = Pages::idle();
  forget();
  EXPECT_EQ(Pages::idle(), with_one + 2 * kSystemPage) << "with the rest of its words";
}

TEST_F(WordShadowTest, GoesOnWherePagesCannotBeRenewed) {
  renewable(false);
  write(1, 0x10000);
  const std::ptrdiff_t with_one = Pages::idle();
  forget();
  EXPECT_EQ(Pages::idle(), with_one);
  write(2, 0x10000);
  EXPECT_EQ(races(), 0u);
  write(1, 0x10000);
  EXPECT_EQ(races(), 1u);
}

// Four accesses to a word do not fit into it.
TEST_F(WordShadowTest, RangesGiveBackWhatTheirWordsHaveElsewhere) {
  constexpr std::uint64_t kFrom = 0x10000, kTo = 0x40000, kBytes = 8 * kPageOfWords;
  const auto clear = [&] {
    detector_->clear({Address(kFrom), kBytes});
    detector_->clear({Address(kTo), kBytes});
  };
  const auto access_all = [&] {
    for (std::uint64_t at = kFrom; at < kFrom + kBytes; at += 8) {
      write(1, at, 4);
      write(2, at + 4, 4);
      for (const std::uint32_t number : {0u, 1u, 2u})
        detector_->read(thread(number), {Address(at + 4 * (number % 2)), 4}, {number + 100});
    }
  };
  write(1, kFrom);
  write(1, kTo);
  clear();
  const std::size_t in_use = heap_.in_use();
  access_all();
  const std::size_t of_one = heap_.in_use() - in_use;
  EXPECT_GT(of_one, 0u);
  detector_->copy(Address(kFrom), {Address(kTo), kBytes});
  EXPECT_EQ(heap_.in_use(), in_use + 2 * of_one);
  detector_->copy(Address(kFrom), {Address(kTo), kBytes});
  EXPECT_EQ(heap_.in_use(), in_use + 2 * of_one) << "what was there before is given back";
  detector_->copy(Address(kTo + 0x10000), {Address(kTo), kBytes});
  EXPECT_EQ(heap_.in_use(), in_use + of_one) << "a copy of nothing";
  clear();
  EXPECT_EQ(heap_.in_use(), in_use);
}

TEST_F(WordShadowTest, RangesWithoutHistoryTakeNoPages) {
  write(1, 0x10000);
  const std::ptrdiff_t with_one = Pages::idle();
  detector_->clear({Address(0x10000), 64 * kPageOfWords});
  detector_->copy(Address(0x10000 + kPageOfWords), {Address(0x12000), 16 * kPageOfWords});
  EXPECT_EQ(Pages::idle(), with_one);
  detector_->copy(Address(0x10040), {Address(0x1c040), 16 * kPageOfWords});
  EXPECT_EQ(Pages::idle(), with_one) << "what lies beside a history";
  write(1, 0x10008);
  detector_->copy(Address(0x10000), {Address(0x16000), 16 * kPageOfWords});
  EXPECT_EQ(Pages::idle(), with_one - kSystemPage);
  write(2, 0x16008);
  EXPECT_EQ(races(), 1u);
}

// Ranges that change in bulk leave alone what somebody holds, and wait for it.
TEST_F(WordShadowTest, RangesWaitForWordsThatAreHeld) {
  constexpr std::uint64_t kWord = 0x10000 + kPageOfWords + 16;
  const AddressRange range{Address(0x10000), 16 * kPageOfWords};
  const AddressRange other{Address(0x20000), 16 * kPageOfWords};
  write(1, 0x10000, range.size);
  for (const int what : {0, 1, 2}) {
    std::atomic<bool> done = false;
    std::thread meanwhile;
    detector_->atomically(thread(1), {Address(kWord), 8}, [&](auto operation) {
      meanwhile = std::thread([&] {
        if (what == 0) detector_->copy(range.begin, other);
        if (what == 1) detector_->copy(other.begin, range);
        if (what == 2) detector_->clear(range);
        done = true;
      });
      usleep(20'000);
      EXPECT_FALSE(done);
      operation.store(MemoryOrder::relaxed, {1});
    });
    meanwhile.join();
  }
}

// Pages go from thread to thread, more often than they may belong to one.
TEST_F(WordShadowTest, PagesChangeHands) {
  constexpr std::uint64_t kSpan = 8 * kPageOfWords;
  const auto work = [&](std::uint32_t self, std::uint64_t from) {
    Words::self_ = thread(self).slot.value() + 1;
    detector_->acquire(thread(self), LockId(1), LockMode::exclusive);
    for (std::uint64_t at = from; at < from + kSpan; at += 8) write(self, at);
    detector_->release(thread(self), LockId(1), LockMode::exclusive);
  };
  for (std::uint64_t turn = 0; turn < 6; ++turn) {
    std::thread one(work, 1u, 0x10000 + turn % 2 * kSpan);
    one.join();
    std::thread other(work, 2u, 0x10000);
    other.join();
  }
  EXPECT_EQ(races(), 0u);
  read(1, 0x10000);
  EXPECT_EQ(races(), 1u);
}

// Real threads access, each their own and in turn what is everybody's, while one forgets all the
// time: nobody stops for good, nothing is made up, and what races afterwards is found.
TEST_F(WordShadowTest, IsForgottenWhileOthersUseIt) {
  constexpr std::uint64_t kSpan = 64 * kPageOfWords;
  std::atomic<bool> over = false;
  SpinLock turn;
  std::thread forgetting([&] {
    while (!over) forget();
  });
  const auto work = [&](std::uint32_t self) {
    Words::self_ = thread(self).slot.value() + 1;
    for (int round = 0; round < 30; ++round) {
      write(self, 0x100000 + self * 2 * kSpan, kSpan);
      for (std::uint64_t at = 0; at < kSpan; at += 512)
        read(self, 0x100000 + self * 2 * kSpan + at);
      const Hold hold(turn);
      detector_->acquire(thread(self), LockId(1), LockMode::exclusive);
      write(self, 0x10000, 4 * kPageOfWords);
      detector_->release(thread(self), LockId(1), LockMode::exclusive);
    }
  };
  std::thread one(work, 1u);
  std::thread other(work, 2u);
  one.join();
  other.join();
  over = true;
  forgetting.join();
  EXPECT_EQ(races(), 0u);
  forget();
  write(1, 0x10000);
  write(2, 0x10000);
  EXPECT_EQ(races(), 1u);
}

}  // namespace
}  // namespace steward
