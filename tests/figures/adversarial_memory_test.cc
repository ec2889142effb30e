// Figures of the paper on adversarial memory (Flanagan and Freund, PLDI 2010).
#include "core/memory/adversarial_memory.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

#include "support/run_detector.h"

namespace steward {
namespace {

constexpr Slot kFirst{0}, kSecond{1};

class AdversarialFigures : public testing::Test {
 protected:
  AdversarialFigures() : heap_(cached_pages()) {}

  // ⟨first, second⟩
  VectorClock clock(Time first, Time second) {
    VectorClock made(heap_);
    made.set(kFirst, first);
    made.set(kSecond, second);
    return made;
  }
  static std::set<std::uint64_t> visible(const WriteBuffer& buffer, const VectorClock& reader) {
    std::set<std::uint64_t> values;
    for (std::size_t i = 0; i < buffer.size(); ++i)
      if (buffer.may_read(i, reader, kWholeWord)) values.insert(buffer[i].word);
    return values;
  }

  Heap heap_;
};

// Thread 0 writes 13 and 42 while it holds m; thread 1 reads before it has acquired m, and after.
TEST_F(AdversarialFigures, Figure7) {
  const VectorClock c0 = clock(4, 0);
  WriteBuffer x(heap_, kWholeWord, 0);
  x.write(c0, Epoch(kFirst, 4), kWholeWord, 13, {});
  x.write(c0, Epoch(kFirst, 4), kWholeWord, 42, {});
  const VectorClock before = clock(0, 7), after = clock(4, 7);
  EXPECT_EQ(visible(x, before), (std::set<std::uint64_t>{0, 13, 42}));
  EXPECT_EQ(visible(x, after), (std::set<std::uint64_t>{42}));

  // "For the final memory state this rule can remove the entries 0 and 13."
  const VectorClock released = clock(5, 0);
  x.drop_hidden([&](auto holds) { return holds(released) && holds(after); });
  EXPECT_EQ(x.size(), 1u);
  EXPECT_EQ(x.latest().word, 42u);
}

// As long as thread 1 has not acquired m, nothing can be removed.
TEST_F(AdversarialFigures, Figure7KeepsWhatSomebodyMayRead) {
  WriteBuffer x(heap_, kWholeWord, 0);
  x.write(clock(4, 0), Epoch(kFirst, 4), kWholeWord, 13, {});
  x.drop_hidden([&](auto holds) { return holds(clock(5, 0)) && holds(clock(0, 7)); });
  EXPECT_EQ(x.size(), 2u);
}

// Figure 8, once thread 1 has written x: what thread 2 gets in its reads, check and use in turn.
std::vector<std::uint64_t> reads_of_figure_8(Heap& heap, const VectorClock& writer,
                                             const VectorClock& reader, Heuristic heuristic) {
  constexpr Address x{0x1000};
  AdversarialMemory memory(heap, {.heuristic = heuristic});
  memory.track(x, kWholeWord, 0);
  memory.write(x, kWholeWord, 1, {writer, Epoch(kFirst, 1)}, {}, [](auto) { return false; });
  std::vector<std::uint64_t> values;
  std::uint64_t next = 0;
  // Never the turn of fairness; else 1, 0, 1, 0, ...
  const auto draw = [&](std::uint64_t bound) { return bound == kFairness ? 1 : ++next % bound; };
  for (int i = 0; i < 6; ++i) values.push_back(memory.read(x, kWholeWord, 1, reader, draw).word);
  return values;
}

TEST_F(AdversarialFigures, Figure8) {
  const VectorClock writer = clock(1, 0), reader = clock(0, 1);
  const auto reads = [&](Heuristic heuristic) {
    return reads_of_figure_8(heap_, writer, reader, heuristic);
  };
  using Values = std::vector<std::uint64_t>;
  EXPECT_EQ(reads(Heuristic::latest), (Values{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(reads(Heuristic::oldest), (Values{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(reads(Heuristic::oldest_but_different), (Values{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(reads(Heuristic::random), (Values{1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(reads(Heuristic::random_but_different), (Values{1, 0, 1, 0, 1, 0}));
}

// A read that waits for a value gets it now and then.
TEST_F(AdversarialFigures, TheLatestComesInTheEnd) {
  const std::uint64_t values[] = {0, 1};
  for (int heuristic = 0; heuristic < kHeuristics; ++heuristic)
    EXPECT_EQ(pick(static_cast<Heuristic>(heuristic), values, 1, [](std::uint64_t) { return 0; }),
              1u);
}

// Two halves of different writes; not if nobody has asked for it.
TEST_F(AdversarialFigures, TornLongs) {
  const VectorClock writer = clock(1, 0), reader = clock(0, 1);
  for (const bool tear : {false, true}) {
    constexpr Address x{0x1000};
    AdversarialMemory memory(heap_, {.heuristic = Heuristic::random, .tear = tear});
    memory.track(x, kWholeWord, 0);
    memory.write(x, kWholeWord, 0x1111111122222222, {writer, Epoch(kFirst, 1)}, {},
                 [](auto) { return false; });
    std::uint64_t next = 0;
    const auto draw = [&](std::uint64_t bound) { return bound == kFairness ? 1 : ++next % bound; };
    const auto taken = memory.read(x, kWholeWord, 0x1111111122222222, reader, draw);
    EXPECT_EQ(taken.torn, tear);
    EXPECT_EQ(taken.word, tear ? 0x22222222u : 0x1111111122222222u);
  }
}

// Somebody whom nobody sees has written: only that can be read from then on.
TEST_F(AdversarialFigures, AnUnseenWriteIsAllThereIs) {
  constexpr Address x{0x1000};
  AdversarialMemory memory(heap_, {.heuristic = Heuristic::oldest});
  memory.track(x, kWholeWord, 0);
  memory.write(x, kWholeWord, 1, {clock(1, 0), Epoch(kFirst, 1)}, {}, [](auto) { return false; });
  const auto draw = [](std::uint64_t) { return std::uint64_t{1}; };
  EXPECT_EQ(memory.read(x, kWholeWord, 7, clock(0, 1), draw).word, 7u);
  EXPECT_EQ(memory.counts().unseen, 1u);
  EXPECT_EQ(memory.counts().choices, 0u);
}

// Two variables in one word: whoever wrote one has not written the other.
TEST_F(AdversarialFigures, WhoWroteIsKnownOfEachVariable) {
  constexpr Address word{0x1000};
  constexpr std::uint8_t kFirstHalf = 0x0f, kSecondHalf = 0xf0;
  AdversarialMemory memory(heap_, {.heuristic = Heuristic::oldest});
  memory.track(word, kWholeWord, 0);
  const auto nobody = [](auto) { return false; };
  const VectorClock writer = clock(1, 0), reader = clock(0, 1);
  memory.write(word, kFirstHalf, 7, {writer, Epoch(kFirst, 1)}, {11, 1}, nobody);
  memory.write(word, kSecondHalf, std::uint64_t{8} << 32, {writer, Epoch(kFirst, 1)}, {22, 2},
               nobody);
  const auto never = [](std::uint64_t) { return 1; };
  const std::uint64_t content = (std::uint64_t{8} << 32) + 7;
  const auto taken = memory.read(word, kFirstHalf, content, reader, never);
  EXPECT_TRUE(taken.stale);
  EXPECT_EQ(taken.word, std::uint64_t{8} << 32);
  EXPECT_EQ(taken.latest_origin, 11u);
}

// An access of two words gets both of one write.
TEST_F(AdversarialFigures, WhatIsOneAccessIsOfOneWrite) {
  constexpr Address low{0x1000}, high{0x1008};
  AdversarialMemory memory(heap_, {.heuristic = Heuristic::random});
  memory.track(low, kWholeWord, 0);
  memory.track(high, kWholeWord, 0);
  const auto nobody = [](auto) { return false; };
  const VectorClock writer = clock(1, 0), reader = clock(0, 1);
  std::uint64_t drawn = 0;
  for (std::uint32_t value = 1; value <= 3; ++value)
    for (const Address word : {low, high})
      memory.write(word, kWholeWord, value, {writer, Epoch(kFirst, 1)}, {0, value}, nobody);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 100; ++i) {
    const auto draw = [&](std::uint64_t bound) { return bound == kFairness ? 1 : ++drawn % bound; };
    const auto taken = memory.read({{{low, kWholeWord, 3}, {high, kWholeWord, 3}}}, reader, draw);
    EXPECT_EQ(taken[0].word, taken[1].word);
    seen.insert(taken[0].word);
  }
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace steward
