// The protocol of words that are locked.
#include "stepping/protocol.h"

#include <gtest/gtest.h>

#include "core/policy/word.h"

namespace steward::stepping {
namespace {

using LockedCell = FastTrackCell<Stepped>;

// As WordShadow and VectorClockDetector use it.
class LockedWord {
 public:
  explicit LockedWord(Heap& heap) : heap_(heap) {}

  template <class F>
  void access(Order::Thread& t, AccessKind kind, const Action& action, F race) {
    const std::uint8_t mask = mask_of(action.bytes);
    if (word_.peek(mask, [&](const LockedCell& cell) { return cell.repeats(kind, t.now()); }))
      return;
    const Hold hold(word_);
    word_.update(mask, {heap_, heap_}, [&](LockedCell& cell, std::uint8_t those) {
      cell.access(kind, {t.now(), action.id}, t.clock, AfterRace::record, heap_,
                  [&](const Entry<ActionId>& earlier) { race(those, earlier.origin); });
    });
  }
  void forget(Order::Thread&, const Action& action) {
    const Hold hold(word_);
    if (action.what == 'f') word_.forget_accesses({heap_, heap_});
    else word_.clear(mask_of(action.bytes), {heap_, heap_});
  }

 private:
  Heap& heap_;
  Word<LockedCell, SteppedBits> word_;
};

TEST(WordProtocol, TwoThreadsInEveryInterleaving) {
  const std::vector<std::string> all = {"r",   "w",   "rr",  "ww", "rw", "wr",   "(w)",
                                        "(r)", "w()", "()w", "w1", "r2", "r1w2", "w()w"};
  std::size_t orders = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      if (weight(all[i]) + weight(all[j]) <= heaviest())
        orders += expect_exact<LockedWord>({all[i], all[j]});
  EXPECT_GT(orders, 10000u);
}

TEST(WordProtocol, ThreeThreadsInEveryInterleaving) {
  expect_exact<LockedWord>({"(w)", "(r)", "r"});
  if (heaviest() > 3) expect_exact<LockedWord>({"r", "r", "w"});
}

TEST(WordProtocol, AtomicReadsInEveryInterleaving) {
  expect_exact<LockedWord>({"aa", "w"});
  expect_exact<LockedWord>({"aa", "a"});
  expect_exact<LockedWord>({"ra", "a"});
  expect_exact<LockedWord>({"ar", "w"});
  expect_exact<LockedWord>({"a()a", "(w)"});
  expect_exact<LockedWord>({"aa", "c"});
}

// Words are forgotten while others look at them.
TEST(WordProtocol, MemoryThatIsUsedAnewMeanwhile) {
  expect_exact<LockedWord>({"r", "c"});
  expect_exact<LockedWord>({"w", "cw"});
  expect_exact<LockedWord>({"r1", "c1"}, "w2");
  expect_exact<LockedWord>({"r2r1", "c1"});
  if (heaviest() > 3) expect_exact<LockedWord>({"r2r1", "c1"}, "r1");
}

// All accesses are forgotten while others make some.
TEST(WordProtocol, AccessesThatAreForgottenMeanwhile) {
  expect_exact<LockedWord>({"r", "f"});
  expect_exact<LockedWord>({"w", "fw"});
  expect_exact<LockedWord>({"r", "f"}, "r");
  expect_exact<LockedWord>({"r1", "f"}, "w2");
  expect_exact<LockedWord>({"r2r1", "f"});
}

}  // namespace
}  // namespace steward::stepping
