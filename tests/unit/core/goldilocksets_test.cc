// Goldilocksets against the three rules, evaluated after every event (paper §3).
#include "core/detect/goldilocksets.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "core/policy/policy.h"
#include "unit/operations.h"

namespace steward {
namespace {

using Sets = Goldilocksets<Sequential>;

void join(Sets& sets, Slot ended, Slot joiner) {
  const Sets::Token token = sets.end_token(ThreadId(0), ended);
  sets.sink(joiner, token);
  sets.drop_token(token);
}

// Threads that synchronize by tokens and access locations, as the detector drives Goldilocksets:
// a thread's accesses share a segment until its next source.
class GoldilocksWorld {
 public:
  GoldilocksWorld(Heap& heap, GoldilocksOptions options) : sets_(heap, options) {
    add_root();
    add_root();
    for (std::uint64_t i = 0; i < kTokens; ++i) tokens_.push_back(make_token());
  }
  ~GoldilocksWorld() {
    for (Location& location : locations_) drop(location.segment);
    for (auto& [id, thread] : alive_) drop(thread.segment);
  }

  void perform(Draw draw) {
    auto actor = alive_.begin();
    std::advance(actor, draw.below(static_cast<std::uint32_t>(alive_.size())));
    const ThreadId id = actor->first;
    const std::size_t token = draw.below(kTokens);
    const std::size_t location = draw.below(kLocations);
    switch (draw.below(12)) {
      case 0:
      case 1:
      case 2: access(id, locations_[location]); break;
      case 3:
      case 4: source(id, token); break;
      case 5:
      case 6: sink(id, token); break;
      case 7: relay(token, draw.below(kTokens)); break;
      case 8: replace_token(token); break;
      case 9: fork(id); break;
      case 10: end_and_join(id, draw); break;
      default: ask(location); break;
    }
  }
  void ask_about_all() {
    for (std::size_t i = 0; i < kLocations; ++i) ask(i);
  }

 private:
  static constexpr std::uint32_t kTokens = 4;
  static constexpr std::uint32_t kLocations = 6;

  struct Thread {
    Slot slot;
    Sets::Segment* segment = nullptr;
  };
  // A token's number may be used again for another; its name never.
  struct Token {
    Sets::Token number;
    std::uint64_t name;
  };
  struct Location {
    Sets::Segment* segment = nullptr;
    std::set<ThreadId> threads;  // the definition's GLS
    std::set<std::uint64_t> tokens;
  };

  void add_root() {
    const ThreadId id(next_thread_++);
    alive_[id] = {sets_.add_root(id)};
  }
  Token make_token() {
    const std::uint64_t name = next_token_++;
    return {sets_.make_token({Sets::TokenKind::message, name}), name};
  }
  void drop(Sets::Segment*& segment) {
    if (segment != nullptr && Sets::drop_reference(segment)) sets_.free_segment(segment);
    segment = nullptr;
  }

  void access(ThreadId id, Location& location) {
    Thread& t = alive_[id];
    if (t.segment == nullptr) t.segment = sets_.make_segment(t.slot);
    Sets::Segment* now = Sets::add_reference(t.segment);
    drop(location.segment);
    location = {now, {id}, {}};
  }
  void source(ThreadId id, std::size_t token) {
    sets_.source(alive_[id].slot, tokens_[token].number);
    drop(alive_[id].segment);
    apply_source(id, tokens_[token].name);
  }
  void sink(ThreadId id, std::size_t token) {
    sets_.sink(alive_[id].slot, tokens_[token].number);
    apply_sink(id, tokens_[token].name);
  }
  void relay(std::size_t from, std::size_t to) {
    sets_.relay(tokens_[from].number, tokens_[to].number);
    for (Location& x : locations_)
      if (x.tokens.contains(tokens_[from].name)) x.tokens.insert(tokens_[to].name);
  }
  // Nobody can sink the old one any more.
  void replace_token(std::size_t token) {
    sets_.drop_token(tokens_[token].number);
    tokens_[token] = make_token();
  }
  void fork(ThreadId parent) {
    const ThreadId child(next_thread_++);
    const Slot slot = sets_.add_child(child, alive_[parent].slot);
    drop(alive_[parent].segment);
    for (const auto& [id, other] : alive_) RC_ASSERT(other.slot != slot);
    alive_[child] = {slot};
    const std::uint64_t token = next_token_++;
    apply_source(parent, token);
    apply_sink(child, token);
  }
  void end_and_join(ThreadId id, Draw& draw) {
    if (alive_.size() <= 2) return;
    Thread& t = alive_[id];
    if (t.segment == nullptr) t.segment = sets_.make_segment(t.slot);
    sets_.end_thread(t.slot, t.segment);
    drop(t.segment);
    const Slot slot = t.slot;
    alive_.erase(id);
    if (draw.below(4) == 0) return;  // never joined
    auto joiner = alive_.begin();
    std::advance(joiner, draw.below(static_cast<std::uint32_t>(alive_.size())));
    join(sets_, slot, joiner->second.slot);
    const std::uint64_t token = next_token_++;
    apply_source(id, token);
    apply_sink(joiner->first, token);
  }

  void apply_source(ThreadId id, std::uint64_t token) {
    for (Location& x : locations_)
      if (x.threads.contains(id)) x.tokens.insert(token);
  }
  void apply_sink(ThreadId id, std::uint64_t token) {
    for (Location& x : locations_)
      if (x.tokens.contains(token)) x.threads.insert(id);
  }

  void ask(std::size_t location) {
    const Location& x = locations_[location];
    if (x.segment == nullptr) return;
    for (const auto& [id, thread] : alive_)
      RC_ASSERT(sets_.contains(x.segment, thread.slot) == x.threads.contains(id));
  }

  Sets sets_;
  std::uint32_t next_thread_ = 1;
  std::uint64_t next_token_ = 1;
  std::map<ThreadId, Thread> alive_;
  std::vector<Token> tokens_;
  Location locations_[kLocations];
};

RC_GTEST_PROP(Goldilocksets, AreTheRulesAppliedToEveryEvent, ()) {
  for (const bool direct_transfer : {false, true}) {
    for (const std::size_t sweep_every :
         {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{256}, SIZE_MAX}) {
      Heap heap;
      GoldilocksWorld world(heap, {.direct_transfer = direct_transfer, .sweep_every = sweep_every});
      perform_random_operations(5, [&](Draw draw) { world.perform(draw); });
      world.ask_about_all();
    }
  }
}

// A long execution over a fixed number of locations, threads and locks. Each access of a location
// replaces the one before; stores pass on a token of their own until the next store.
class LongExecution {
 public:
  LongExecution() : sets_(heap_, {}), locations_(1000), stores_(100) {
    for (std::uint32_t t = 0; t < kThreads; ++t)
      threads_.push_back({sets_.add_root(ThreadId(t)), nullptr});
    for (std::uint64_t l = 0; l < kLocks; ++l)
      locks_.push_back(sets_.make_token({Sets::TokenKind::lock, l}));
  }
  void run(int events) {
    for (int i = 0; i < events; ++i) {
      random_ = random_ * 6364136223846793005u + 1442695040888963407u;
      perform(Draw(random_ >> 16));
      most_listed_ = std::max(most_listed_, sets_.list_length());
    }
  }
  std::size_t memory() const { return heap_.in_use(); }
  std::size_t most_listed() const { return most_listed_; }
  const Sets& sets() const { return sets_; }
  std::size_t locations() const { return locations_.size(); }
  std::size_t tokens_in_use() const { return locks_.size() + stores_.size(); }

 private:
  static constexpr std::uint32_t kThreads = 4;
  static constexpr std::uint32_t kLocks = 5;
  struct Thread {
    Slot slot;
    Sets::Segment* segment;
  };

  void perform(Draw draw) {
    Thread& t = threads_[draw.below(kThreads)];
    const Sets::Token lock = locks_[draw.below(kLocks)];
    switch (draw.below(8)) {
      case 0: sets_.sink(t.slot, lock); break;
      case 1: pass_on(t, lock); break;
      case 2: store(t, stores_[draw.below(static_cast<std::uint32_t>(stores_.size()))]); break;
      case 3:
        if (const Sets::Token read =
                stores_[draw.below(static_cast<std::uint32_t>(stores_.size()))];
            read != 0)
          sets_.sink(t.slot, read);
        break;
      default:
        access(t, locations_[draw.below(static_cast<std::uint32_t>(locations_.size()))]);
        break;
    }
  }
  void pass_on(Thread& t, Sets::Token token) {
    sets_.source(t.slot, token);
    drop(t.segment);
  }
  void store(Thread& t, Sets::Token& at) {
    const Sets::Token now = sets_.make_token({Sets::TokenKind::store, 0});
    pass_on(t, now);
    if (random_ % 2 == 0 && at != 0) sets_.relay(at, now);
    sets_.drop_token(at);
    at = now;
  }
  void access(Thread& t, Sets::Segment*& location) {
    if (t.segment == nullptr) t.segment = sets_.make_segment(t.slot);
    Sets::Segment* now = Sets::add_reference(t.segment);
    drop(location);
    location = now;
  }
  void drop(Sets::Segment*& segment) {
    if (segment != nullptr && Sets::drop_reference(segment)) sets_.free_segment(segment);
    segment = nullptr;
  }

  Heap heap_;
  Sets sets_;
  std::vector<Thread> threads_;
  std::vector<Sets::Token> locks_;
  std::vector<Sets::Segment*> locations_;
  std::vector<Sets::Token> stores_;
  std::uint64_t random_ = 1;
  std::size_t most_listed_ = 0;
};

TEST(Goldilocksets, MemoryDoesNotDependOnHowMuchHappens) {
  LongExecution execution;
  execution.run(100'000);
  const std::size_t early = execution.memory();
  execution.run(900'000);
  EXPECT_LE(execution.memory(), early * 3 / 2);
  // A segment a location at most, and one a thread.
  EXPECT_LE(execution.sets().segment_count(), execution.locations() + 4);
  EXPECT_LE(execution.most_listed(), GoldilocksOptions().sweep_every);
  // Dropped numbers wait for the next sweep.
  EXPECT_LE(execution.sets().token_count(), execution.tokens_in_use() + execution.most_listed());
}

class GoldilocksLists : public testing::Test {
 protected:
  Sets::Segment* segment_of(Slot slot) { return sets_.make_segment(slot); }
  void drop(Sets::Segment* segment) {
    if (Sets::drop_reference(segment)) sets_.free_segment(segment);
  }
  Heap heap_;
  Sets sets_{heap_, {.sweep_every = 8}};
  Slot first_ = sets_.add_root(ThreadId(1));
  Slot second_ = sets_.add_root(ThreadId(2));
  Sets::Token token_ = sets_.make_token({Sets::TokenKind::lock, 1});
};

TEST_F(GoldilocksLists, AreEmptiedBySweeps) {
  for (int i = 0; i < 7; ++i) sets_.source(first_, token_);
  EXPECT_EQ(sets_.list_length(), 7u);
  sets_.source(first_, token_);
  EXPECT_EQ(sets_.list_length(), 0u);
}

TEST_F(GoldilocksLists, SegmentsOfAChainKeepTheirOwnSets) {
  std::vector<Sets::Segment*> segments;
  for (int i = 0; i < 100; ++i) {
    segments.push_back(segment_of(first_));
    sets_.source(first_, token_);
    if (i == 49) sets_.sink(second_, token_);
  }
  for (std::size_t i = 0; i < segments.size(); ++i)
    EXPECT_EQ(sets_.contains(segments[i], second_), i < 50);
  sets_.sink(second_, token_);
  EXPECT_TRUE(sets_.contains(segments[99], second_));
  for (Sets::Segment* segment : segments) drop(segment);
  EXPECT_EQ(sets_.segment_count(), 0u);
}

// A list event for each segment, all of which stay, and with each a token that stays: neither the
// list nor the sets may grow with the number of segments, or even with its square.
TEST_F(GoldilocksLists, ManySegmentsAndManyTokensTakeLittleMemory) {
  constexpr std::uint64_t kMany = 50'000;
  Heap heap;
  Sets sets(heap, {});
  const Slot threads[] = {sets.add_root(ThreadId(1)), sets.add_root(ThreadId(2))};
  std::vector<Sets::Segment*> segments;
  std::vector<Sets::Token> tokens;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    segments.push_back(sets.make_segment(threads[i % 2]));
    tokens.push_back(sets.make_token({Sets::TokenKind::lock, i}));
    sets.source(threads[i % 2], tokens.back());
    ASSERT_LT(sets.list_length(), GoldilocksOptions().sweep_every);
  }
  EXPECT_LE(heap.in_use(), kMany * 100);
  // Its own token, and all that its thread passed on later.
  sets.sink(threads[1], tokens[kMany / 2]);
  EXPECT_TRUE(sets.contains(segments[0], threads[1]));
  EXPECT_TRUE(sets.contains(segments[kMany / 2], threads[1]));
  EXPECT_FALSE(sets.contains(segments[kMany / 2 + 2], threads[1]));
}

TEST_F(GoldilocksLists, SetsGoWithTheirSegments) {
  const std::size_t before = heap_.in_use();
  for (int i = 0; i < 100; ++i) {
    Sets::Segment* segment = segment_of(first_);
    sets_.source(first_, token_);
    drop(segment);
  }
  for (int i = 0; i < 8; ++i) sets_.sink(second_, token_);
  EXPECT_LE(heap_.in_use(), before + 8 * 16);  // the list's
  // A segment made meanwhile is not taken for one of those that are gone.
  Sets::Segment* old = segment_of(first_);
  sets_.source(first_, token_);
  drop(old);
  Sets::Segment* fresh = segment_of(first_);
  sets_.sink(second_, token_);
  EXPECT_FALSE(sets_.contains(fresh, second_));
  drop(fresh);
}

TEST_F(GoldilocksLists, NumbersOfDroppedTokensAreUsedAgainAfterASweep) {
  Sets::Segment* before = segment_of(first_);
  const Sets::Token old = sets_.make_token({Sets::TokenKind::store, 1});
  sets_.source(first_, old);
  sets_.drop_token(old);
  EXPECT_NE(sets_.make_token({Sets::TokenKind::store, 2}), old);  // the list still names it
  for (int i = 0; i < 8; ++i) sets_.sink(second_, token_);
  const Sets::Token reused = sets_.make_token({Sets::TokenKind::store, 3});
  EXPECT_EQ(reused, old);
  // What the old one carried is no business of the new one.
  sets_.sink(second_, reused);
  EXPECT_FALSE(sets_.contains(before, second_));
  drop(before);
}

TEST_F(GoldilocksLists, SlotsAreUsedAgainAfterAJoin) {
  for (std::uint32_t i = 10; i < 20'000; ++i) {
    const Slot child = sets_.add_child(ThreadId(i), first_);
    Sets::Segment* last = segment_of(child);
    sets_.end_thread(child, last);
    drop(last);
    join(sets_, child, first_);
  }
  EXPECT_LE(sets_.slot_count(), 4u);
  EXPECT_LE(sets_.segment_count(), 4u);
}

TEST_F(GoldilocksLists, AThreadNeverJoinedKeepsItsSlot) {
  const Slot unjoined = sets_.add_child(ThreadId(5), first_);
  Sets::Segment* last = segment_of(unjoined);
  sets_.source(unjoined, token_);
  drop(last);
  last = segment_of(unjoined);
  sets_.end_thread(unjoined, last);
  drop(last);
  sets_.sink(first_, token_);  // knows all but the end
  EXPECT_NE(sets_.add_child(ThreadId(6), first_), unjoined);
  join(sets_, unjoined, first_);
  EXPECT_EQ(sets_.add_child(ThreadId(7), first_), unjoined);
}

TEST_F(GoldilocksLists, ShowNamesThreadsAndTokens) {
  Sets::Segment* segment = segment_of(first_);
  sets_.source(first_, token_);
  sets_.sink(second_, token_);
  std::vector<ThreadId> threads;
  std::vector<std::uint64_t> tokens;
  sets_.show(
      segment, [&](ThreadId id) { threads.push_back(id); },
      [&](Sets::TokenName name) { tokens.push_back(name.id); });
  EXPECT_EQ(threads, (std::vector{ThreadId(1), ThreadId(2)}));
  EXPECT_EQ(tokens, std::vector<std::uint64_t>{1});
  drop(segment);
}

}  // namespace
}  // namespace steward
