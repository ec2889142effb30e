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
using Token = Sets::Token;

// A thread as the detector drives Goldilocksets: its epoch names its segment.
struct Actor {
  Epoch now;
  Slot slot() const { return now.slot(); }
};
Actor begin(Sets& sets, ThreadId id, Slot slot, Time first = 1) {
  const Actor actor{Epoch(slot, first)};
  sets.begin(id, actor.now);
  return actor;
}
void source(Sets& sets, Actor& actor, const Token& token) {
  sets.source(actor.slot(), token);
  actor.now = Epoch(actor.slot(), actor.now.time() + 1);
}
bool contains(Sets& sets, Epoch segment, Slot thread) {
  return segment.slot() == thread ||
         sets.newest_with(segment.slot(), thread, segment.time()) >= segment.time();
}

// Threads that synchronize by tokens and access locations.
class GoldilocksWorld {
 public:
  GoldilocksWorld(Heap& heap, GoldilocksOptions options) : sets_(heap, options) {
    for (int i = 0; i < 2; ++i) {
      const ThreadId id(next_thread_++);
      alive_[id] = begin(sets_, id, Slot(next_slot_++));
    }
    for (std::uint32_t i = 0; i < kTokens; ++i) tokens_.push_back(make_token());
  }

  void perform(Draw draw) {
    auto actor = alive_.begin();
    std::advance(actor, draw.below(static_cast<std::uint32_t>(alive_.size())));
    const ThreadId id = actor->first;
    const std::size_t token = draw.below(kTokens);
    const std::size_t location = draw.below(kLocations);
    switch (draw.below(13)) {
      case 0:
      case 1:
      case 2: locations_[location] = {alive_[id].now, {id}, {}}; break;
      case 3:
      case 4: pass_on(id, tokens_[token]); break;
      case 5:
      case 6: receive(id, tokens_[token]); break;
      case 7: relay(token, draw.below(kTokens)); break;
      case 8: tokens_[token] = make_token(); break;
      case 9: fork(id); break;
      case 10: end_and_join(id, draw); break;
      case 11: admit(id, draw); break;
      default: ask(location); break;
    }
  }
  void ask_about_all() {
    for (std::size_t i = 0; i < kLocations; ++i) ask(i);
  }

 private:
  static constexpr std::uint32_t kTokens = 4;
  static constexpr std::uint32_t kLocations = 6;

  // A token's number may be used again for another; its name never.
  struct Named {
    Token token;
    std::uint64_t name;
  };
  struct Location {
    Epoch segment;
    std::set<ThreadId> threads;  // the definition's GLS
    std::set<std::uint64_t> tokens;
  };

  Named make_token() {
    const std::uint64_t name = next_token_++;
    return {sets_.make_token({TokenKind::message, name}, false), name};
  }
  void pass_on(ThreadId id, const Named& named) {
    source(sets_, alive_[id], named.token);
    for (Location& x : locations_)
      if (x.threads.contains(id)) x.tokens.insert(named.name);
  }
  void receive(ThreadId id, const Named& named) {
    sets_.sink(alive_[id].slot(), named.token);
    for (Location& x : locations_)
      if (x.tokens.contains(named.name)) x.threads.insert(id);
  }
  void relay(std::size_t from, std::size_t to) {
    sets_.relay(tokens_[from].token, tokens_[to].token);
    for (Location& x : locations_)
      if (x.tokens.contains(tokens_[from].name)) x.tokens.insert(tokens_[to].name);
  }
  // In a slot whose last thread the parent knows to have ended, if there is one.
  void fork(ThreadId parent) {
    const ThreadId child(next_thread_++);
    Actor actor{};
    const auto ended = std::find_if(ended_.begin(), ended_.end(), [&](Epoch last) {
      return contains(sets_, last, alive_[parent].slot());
    });
    if (ended == ended_.end()) {
      actor = begin(sets_, child, Slot(next_slot_++));
    } else {
      actor = begin(sets_, child, ended->slot(), ended->time() + 1);
      ended_.erase(ended);
    }
    alive_[child] = actor;
    const Named started = make_token();
    pass_on(parent, started);
    receive(child, started);
  }
  void end_and_join(ThreadId id, Draw& draw) {
    if (alive_.size() <= 2) return;
    if (draw.below(4) == 0) {  // never joined
      alive_.erase(id);
      return;
    }
    const Epoch last = alive_[id].now;
    const Named over = make_token();
    pass_on(id, over);
    alive_.erase(id);
    auto joiner = alive_.begin();
    std::advance(joiner, draw.below(static_cast<std::uint32_t>(alive_.size())));
    receive(joiner->first, over);
    ended_.push_back(last);
  }
  // All that another has done so far, in the middle of a segment of its.
  void admit(ThreadId id, Draw& draw) {
    auto other = alive_.begin();
    std::advance(other, draw.below(static_cast<std::uint32_t>(alive_.size())));
    if (other->first == id) return;
    const Named made_up = make_token();
    pass_on(other->first, made_up);
    const Epoch last(other->second.slot(), other->second.now.time() - 1);
    sets_.admit(alive_[id].slot(), last);
    for (Location& x : locations_)
      if (x.segment.slot() == last.slot() && x.segment.time() <= last.time()) x.threads.insert(id);
  }

  void ask(std::size_t location) {
    const Location& x = locations_[location];
    if (x.segment.never()) return;
    for (const auto& [id, actor] : alive_)
      RC_ASSERT(contains(sets_, x.segment, actor.slot()) == x.threads.contains(id));
  }

  Sets sets_;
  std::uint32_t next_thread_ = 1;
  std::uint32_t next_slot_ = 0;
  std::uint64_t next_token_ = 1;
  std::map<ThreadId, Actor> alive_;
  std::vector<Epoch> ended_;  // and joined
  std::vector<Named> tokens_;
  Location locations_[kLocations];
};

RC_GTEST_PROP(Goldilocksets, AreTheRulesAppliedToEveryEvent, ()) {
  for (const std::size_t sweep_every :
       {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{256}, SIZE_MAX}) {
    Heap heap;
    GoldilocksWorld world(heap, {.sweep_every = sweep_every});
    perform_random_operations(5, [&](Draw draw) { world.perform(draw); });
    world.ask_about_all();
  }
}

// A long execution over a fixed number of threads and locks. Stores pass on a token of their own
// until the next store.
class LongExecution {
 public:
  LongExecution() : sets_(heap_, {}), stores_(100) {
    for (std::uint32_t t = 0; t < kThreads; ++t)
      threads_.push_back(begin(sets_, ThreadId(t), Slot(t)));
    for (std::uint64_t l = 0; l < kLocks; ++l)
      locks_.push_back(sets_.make_token({TokenKind::lock, l}, false));
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
  std::size_t tokens_in_use() const { return locks_.size() + stores_.size(); }

 private:
  static constexpr std::uint32_t kThreads = 4;
  static constexpr std::uint32_t kLocks = 5;

  void perform(Draw draw) {
    Actor& t = threads_[draw.below(kThreads)];
    const Token& lock = locks_[draw.below(kLocks)];
    Token& stored = stores_[draw.below(static_cast<std::uint32_t>(stores_.size()))];
    switch (draw.below(4)) {
      case 0: sets_.sink(t.slot(), lock); break;
      case 1: source(sets_, t, lock); break;
      case 2: store(t, stored); break;
      default:
        if (stored) sets_.sink(t.slot(), stored);
        break;
    }
  }
  void store(Actor& t, Token& at) {
    const Token now = sets_.make_token({TokenKind::store, 0}, true);
    source(sets_, t, now);
    if (random_ % 2 == 0 && at) sets_.relay(at, now);
    at = now;
  }

  Heap heap_;
  Sets sets_;
  std::vector<Actor> threads_;
  std::vector<Token> locks_;
  std::vector<Token> stores_;
  std::uint64_t random_ = 1;
  std::size_t most_listed_ = 0;
};

TEST(Goldilocksets, MemoryDoesNotDependOnHowMuchHappens) {
  LongExecution execution;
  execution.run(100'000);
  const std::size_t early = execution.memory();
  execution.run(900'000);
  EXPECT_LE(execution.memory(), early * 3 / 2);
  EXPECT_LE(execution.most_listed(), GoldilocksOptions().sweep_every);
  // Dropped numbers wait for the next sweep.
  EXPECT_LE(execution.sets().token_count(), execution.tokens_in_use() + execution.most_listed());
}

class GoldilocksLists : public testing::Test {
 protected:
  Heap heap_;
  Sets sets_{heap_, {.sweep_every = 8}};
  Actor first_ = begin(sets_, ThreadId(1), Slot(0));
  Actor second_ = begin(sets_, ThreadId(2), Slot(1));
  Token token_ = sets_.make_token({TokenKind::lock, 1}, false);
};

TEST_F(GoldilocksLists, AreEmptiedBySweeps) {
  for (int i = 0; i < 7; ++i) sets_.source(first_.slot(), token_);
  EXPECT_EQ(sets_.list_length(), 7u);
  sets_.source(first_.slot(), token_);
  EXPECT_EQ(sets_.list_length(), 0u);
}

TEST_F(GoldilocksLists, SegmentsOfAChainKeepTheirOwnSets) {
  std::vector<Epoch> segments;
  for (int i = 0; i < 100; ++i) {
    segments.push_back(first_.now);
    source(sets_, first_, token_);
    if (i == 49) sets_.sink(second_.slot(), token_);
  }
  for (std::size_t i = 0; i < segments.size(); ++i)
    EXPECT_EQ(contains(sets_, segments[i], second_.slot()), i < 50);
  sets_.sink(second_.slot(), token_);
  EXPECT_TRUE(contains(sets_, segments[99], second_.slot()));
}

// A list event for each segment, and with each a token that stays: neither the list nor the sets
// may grow with the number of segments, or even with its square.
TEST_F(GoldilocksLists, ManySegmentsAndManyTokensTakeLittleMemory) {
  constexpr std::uint64_t kMany = 50'000;
  Heap heap;
  Sets sets(heap, {});
  Actor threads[] = {begin(sets, ThreadId(1), Slot(0)), begin(sets, ThreadId(2), Slot(1))};
  std::vector<Epoch> segments;
  std::vector<Token> tokens;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    segments.push_back(threads[i % 2].now);
    tokens.push_back(sets.make_token({TokenKind::lock, i}, false));
    source(sets, threads[i % 2], tokens.back());
    ASSERT_LT(sets.list_length(), GoldilocksOptions().sweep_every);
  }
  EXPECT_LE(heap.in_use(), kMany * 130);
  // Its own token, and all that its thread passed on later.
  sets.sink(threads[1].slot(), tokens[kMany / 2]);
  EXPECT_TRUE(contains(sets, segments[0], threads[1].slot()));
  EXPECT_TRUE(contains(sets, segments[kMany / 2], threads[1].slot()));
  EXPECT_FALSE(contains(sets, segments[kMany / 2 + 2], threads[1].slot()));
}

TEST_F(GoldilocksLists, NumbersOfDroppedTokensAreUsedAgainAfterASweep) {
  const Epoch before = first_.now;
  Token old = sets_.make_token({TokenKind::store, 1}, true);
  const std::uint32_t number = old.number();
  source(sets_, first_, old);
  old.reset();
  EXPECT_NE(sets_.make_token({TokenKind::store, 2}, true).number(), number);  // the list names it
  for (int i = 0; i < 8; ++i) sets_.sink(second_.slot(), token_);
  std::vector<Token> fresh;
  for (int i = 0; i < 2; ++i) fresh.push_back(sets_.make_token({TokenKind::store, 3}, true));
  EXPECT_TRUE(fresh[0].number() == number || fresh[1].number() == number);
  // What the old one carried is no business of the new one.
  for (const Token& token : fresh) sets_.sink(second_.slot(), token);
  EXPECT_FALSE(contains(sets_, before, second_.slot()));
}

TEST_F(GoldilocksLists, ShowNamesThreadsAndTokens) {
  const Epoch segment = first_.now;
  source(sets_, first_, token_);
  sets_.sink(second_.slot(), token_);
  std::vector<ThreadId> threads;
  std::vector<std::uint64_t> tokens;
  sets_.show(
      segment, [&](ThreadId id) { threads.push_back(id); },
      [&](TokenName name) { tokens.push_back(name.id); });
  EXPECT_EQ(threads, (std::vector{ThreadId(1), ThreadId(2)}));
  EXPECT_EQ(tokens, std::vector<std::uint64_t>{1});
}

}  // namespace
}  // namespace steward
