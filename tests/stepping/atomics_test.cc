// The protocol of atomic operations, in every interleaving of their loads and stores: who has
// loaded what somebody stored knows what that one passed on, and nobody knows more.
//
// A load that repeats another asks only after it whether it does, and holds nothing.
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "core/detect/fasttrack.h"
#include "core/policy/word.h"
#include "stepping/machine.h"
#include "support/run_detector.h"

namespace steward::stepping {
namespace {

struct SteppedAtomics : Locked {
  using Bits = SteppedBits;
  static constexpr std::size_t kShards = 1;
};
using AtomicCell = FastTrackCell<SteppedAtomics>;
using AtomicOrder = HappensBefore<SteppedAtomics>;

// One location and its history, used as the runtime, WordShadow and VectorClockDetector use them. A
// thread's operations as letters: s stores and releases, S stores relaxed; u adds, and neither
// acquires nor releases; l loads and acquires, L loads relaxed, and F is a fence that acquires
// then.
class AtomicRun {
 public:
  explicit AtomicRun(const std::vector<std::string>& texts) : texts_(texts) {
    AtomicOrder::Thread& main = order_.thread(ThreadId(0));
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      order_.fork(main, number_of(i));
      first_.push_back(order_.thread(number_of(i)).now());
    }
  }

  void play(std::size_t thread) {
    AtomicOrder::Thread& t = order_.thread(number_of(thread));
    std::uint64_t seen = 0;  // the threads whose releasing store it has loaded, by bits
    for (const char what : texts_[thread]) {
      Machine::now()->begin_action();
      switch (what) {
        case 's': store(t, MemoryOrder::release, std::uint64_t{1} << thread); break;
        case 'S': store(t, MemoryOrder::relaxed, 0); break;
        case 'u': add(t); break;
        case 'l': seen |= load(t, MemoryOrder::acquire); break;
        case 'L': seen |= load(t, MemoryOrder::relaxed); break;
        case 'F': order_.fence(t, MemoryOrder::acquire); break;
        default: FAIL();
      }
      if (what == 'l' || what == 'F') compare(t, seen);
    }
  }
  std::size_t wrong() const { return wrong_; }

 private:
  static constexpr std::uint64_t kReleased = 0xff;  // of a value; above it is a count
  static ThreadId number_of(std::size_t thread) {
    return ThreadId(static_cast<std::uint32_t>(thread + 1));
  }

  void compare(const AtomicOrder::Thread& t, std::uint64_t seen) {
    for (std::size_t i = 0; i < texts_.size(); ++i)
      if (number_of(i) != t.id && t.clock.includes(first_[i]) != ((seen >> i & 1) != 0)) ++wrong_;
  }
  std::uint64_t load(AtomicOrder::Thread& t, MemoryOrder order) {
    std::uint64_t value = value_.load();
    if (word_.peek(kWholeWord, [&](const AtomicCell& cell) {
          return cell.repeats_load(acquires(order), t.now());
        }))
      return value & kReleased;
    const Hold hold(word_);
    update([&](AtomicCell& cell) {
      if (auto* stores = cell.stores(); stores != nullptr)
        order_.read_store(t, order, stores->newest());
      check(t, cell, AccessKind::atomic_read);
      if (acquires(order)) cell.note_acquired(t.now());
    });
    value = value_.load();
    return value & kReleased;
  }
  void store(AtomicOrder::Thread& t, MemoryOrder order, std::uint64_t value) {
    const Hold hold(word_);
    tell_write(t, order, false);
    value_.store_in_turn(value);
  }
  void add(AtomicOrder::Thread& t) {
    const Hold hold(word_);
    tell_write(t, MemoryOrder::relaxed, true);
    value_.store_in_turn(value_.load() + kReleased + 1);
  }
  void tell_write(AtomicOrder::Thread& t, MemoryOrder order, bool continues) {
    update([&](AtomicCell& cell) {
      if (auto* stores = cell.stores(); continues && stores != nullptr)
        order_.read_store(t, order, stores->newest());
      check(t, cell, AccessKind::atomic_write);
      if (order_.write_store(t, cell.make_stores(heap_), order_.store_content(t, order), continues))
        cell.note_new_store();
    });
  }
  void check(AtomicOrder::Thread& t, AtomicCell& cell, AccessKind kind) {
    cell.access(kind, {t.now(), {}}, t.clock, AfterRace::record, heap_, [](const auto&) {});
  }
  template <class F>
  void update(F f) {
    word_.update(kWholeWord, {heap_, heap_}, [&](AtomicCell& cell, std::uint8_t) { f(cell); });
  }

  const std::vector<std::string>& texts_;
  Heap heap_{cached_pages()};
  AtomicOrder order_{heap_, 1};
  Word<AtomicCell, SteppedBits> word_;
  SteppedBits value_;
  std::vector<Epoch> first_;  // of each thread
  std::size_t wrong_ = 0;
};

std::size_t expect_right(const std::vector<std::string>& texts) {
  SCOPED_TRACE(testing::PrintToString(texts));
  std::shared_ptr<AtomicRun> run;
  std::size_t wrong = 0;
  const std::size_t orders = Machine::explore(
      [&] {
        run = std::make_shared<AtomicRun>(texts);
        Scenario scenario;
        for (std::size_t i = 0; i < texts.size(); ++i)
          scenario.threads.push_back([&, i] { run->play(i); });
        scenario.finish = [&] { wrong += run->wrong() == 0 ? 0u : 1u; };
        return scenario;
      },
      false);
  EXPECT_EQ(wrong, 0u) << "of " << orders << " orders";
  return orders;
}

TEST(AtomicProtocol, WhoLoadsAStoreKnowsWhatItPassedOn) {
  std::size_t orders = 0;
  for (const char* const loads : {"l", "ll", "lll", "LLF", "Lll", "lLF"})
    orders += expect_right({"s", loads});
  EXPECT_GT(orders, 100u);
}

TEST(AtomicProtocol, AnAdditionInBetweenGoesOnPassingIt) {
  expect_right({"s", "ul"});
  expect_right({"su", "ll"});
}

TEST(AtomicProtocol, ARelaxedStorePassesNothingOn) {
  expect_right({"sS", "ll"});
  expect_right({"Ss", "ll"});
}

}  // namespace
}  // namespace steward::stepping
