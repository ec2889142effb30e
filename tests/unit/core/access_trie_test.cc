#include "core/lockset/access_trie.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "unit/core/model_lockset.h"

namespace steward {
namespace {

constexpr std::uint32_t kLocks = 5;
constexpr std::uint32_t kGone = 31;  // not one of them

// Accesses are told apart by their origin, a number.
struct Number {
  int value;
  static AccessKind kind() { return AccessKind::read; }
};
using Trie = AccessTrie<Number>;
using Access = Trie::Access;

struct Listed {
  ModelLockset locks;
  int number;
};

// A trie and the list it stands for.
class TrieWorld {
 public:
  explicit TrieWorld(Heap& heap) : heap_(heap), sets_(heap) {}
  ~TrieWorld() { trie_.clear(heap_); }

  void perform(Draw draw) {
    const ModelLockset locks = any_locks(draw);
    switch (draw.below(9)) {
      case 0: prune(draw); break;
      case 8: end_life(draw.below(kLocks)); break;
      case 1: replace_by_copy(); break;
      case 2:
        if (draw.below(8) != 0) break;
        trie_.clear(heap_);
        list_.clear();
        break;
      default: insert(locks); break;
    }
    RC_ASSERT(trie_.size() == list_.size());
    RC_ASSERT(trie_.empty() == list_.empty());
    check_questions(any_locks(draw), draw);
  }

 private:
  static ModelLockset any_locks(Draw& draw) {
    ModelLockset locks;
    for (std::uint32_t n = draw.below(4); n > 0; --n) {
      const std::uint32_t lock = draw.below(kLocks);
      locks[lock] = any_mode(draw);
    }
    return locks;
  }
  const Lockset& interned(const ModelLockset& locks) { return *intern(sets_, locks); }

  void insert(const ModelLockset& locks) {
    trie_.insert(interned(locks), {Epoch(Slot(1), 1), {next_}}, heap_);
    list_.push_back({locks, next_++});
  }
  void prune(Draw& draw) {
    const int modulus = 1 + static_cast<int>(draw.below(5));
    trie_.prune([&](const Access& access) { return access.origin.value % modulus == 0; }, heap_);
    std::erase_if(list_, [&](const Listed& listed) { return listed.number % modulus == 0; });
  }
  // The next lock with this id is another one; whoever was under it stays under something that
  // nobody holds.
  void end_life(std::uint32_t lock) {
    const std::uint32_t number = interned({{lock, LockMode::shared}}).labels()[0].lock();
    sets_.forget(lock_id(lock));
    const auto never = [](const Access&, const Access&) { return false; };
    trie_.unite_gone([&](std::uint32_t gone) { return gone == number; }, heap_, never);
    for (Listed& listed : list_)
      if (listed.locks.erase(lock) != 0) listed.locks[kGone] = LockMode::exclusive;
  }
  void replace_by_copy() {
    Trie copy;
    trie_.copy_to(copy, heap_);
    trie_.clear(heap_);
    trie_ = copy;
  }

  void check_questions(const ModelLockset& locks, Draw& draw) {
    const Lockset& set = interned(locks);
    std::multiset<int> found;
    trie_.for_each_unprotected(set,
                               [&](const Access& access) { found.insert(access.origin.value); });
    std::multiset<int> expected;
    for (const Listed& listed : list_)
      if (!protect(listed.locks, locks)) expected.insert(listed.number);
    RC_ASSERT(found == expected);

    const int modulus = 1 + static_cast<int>(draw.below(4));
    const auto counts = [&](const Access& access) { return access.origin.value % modulus == 0; };
    bool any = false;
    for (const Listed& listed : list_)
      any |= listed.number % modulus == 0 && is_subset(listed.locks, locks);
    RC_ASSERT(trie_.any_under_subset(set, counts) == any);

    // Yes must be true; no may be wrong, but not where one set is more than the bound.
    const std::size_t most = most_disjoint(locks, modulus);
    for (std::size_t bound = 0; bound < 4; ++bound) {
      const bool yes = trie_.has_disjoint_sets(set, bound, heap_, counts);
      RC_ASSERT(!yes || most > bound);
      if (bound == 0) RC_ASSERT(yes == (most > 0));
    }
  }
  // The most sets among {L' - locks} that pairwise share no lock, by trying all.
  std::size_t most_disjoint(const ModelLockset& locks, int modulus) const {
    std::set<unsigned> differences;
    for (const Listed& listed : list_) {
      if (listed.number % modulus != 0) continue;
      unsigned difference = 0;
      for (const auto& [lock, mode] : listed.locks)
        if (!holds(locks, lock, mode)) difference |= 1u << lock;
      if (difference != 0) differences.insert(difference);
    }
    return most_disjoint(differences, 0);
  }
  static std::size_t most_disjoint(const std::set<unsigned>& sets, unsigned taken) {
    std::size_t most = 0;
    for (const unsigned set : sets)
      if ((set & taken) == 0) most = std::max(most, 1 + most_disjoint(sets, taken | set));
    return most;
  }

  Heap& heap_;
  Locksets sets_;
  Trie trie_;
  std::vector<Listed> list_;
  int next_ = 1;
};

RC_GTEST_PROP(AccessTrie, BehavesLikeAListOfAccesses, ()) {
  Heap heap;
  TrieWorld world(heap);
  perform_random_operations(2, [&](Draw draw) { world.perform(draw); });
}

TEST(AccessTrie, CountsDisjointSetsWhereNoneOverlap) {
  Heap heap;
  Locksets sets(heap);
  Trie trie;
  for (std::uint32_t lock = 0; lock < 10; ++lock)
    trie.insert(*intern(sets, {{lock, LockMode::exclusive}}), {{}, {static_cast<int>(lock)}}, heap);
  const auto all = [](const Access&) { return true; };
  EXPECT_TRUE(trie.has_disjoint_sets(*sets.empty(), 9, heap, all));
  EXPECT_FALSE(trie.has_disjoint_sets(*sets.empty(), 10, heap, all));
  // Locks held by the asking side do not count, unless they were held more weakly there.
  EXPECT_FALSE(trie.has_disjoint_sets(*intern(sets, {{3, LockMode::exclusive}}), 9, heap, all));
  EXPECT_TRUE(trie.has_disjoint_sets(*intern(sets, {{3, LockMode::shared}}), 9, heap, all));
  trie.clear(heap);
}

TEST(AccessTrie, OfAccessesUnderLocksThatAreGoneThoseStayThatNothingReplaces) {
  Heap heap;
  Locksets sets(heap);
  Trie trie;
  // Locks have the numbers from 0 on, as they come.
  for (std::uint32_t lock = 0; lock < 10; ++lock) intern(sets, {{lock, LockMode::exclusive}});
  for (std::uint32_t lock = 0; lock < 10; ++lock) {
    const ModelLockset one = {{lock, LockMode::exclusive}};
    const ModelLockset two = {{lock, LockMode::shared}, {20, LockMode::exclusive}};
    trie.insert(*intern(sets, one), {{}, {static_cast<int>(lock)}}, heap);
    trie.insert(*intern(sets, two), {{}, {100 + static_cast<int>(lock)}}, heap);
  }
  const auto larger = [](const Access& a, const Access& b) {
    return a.origin.value >= b.origin.value;
  };
  const auto values = [&] {
    std::multiset<int> all;
    trie.for_each([&](const Access& access) { all.insert(access.origin.value); });
    return all;
  };
  const std::size_t before = heap.in_use();
  trie.unite_gone([](std::uint32_t gone) { return gone == 0 || gone == 4; }, heap, larger);
  // What is gone already is united with what goes now.
  trie.unite_gone([](std::uint32_t gone) { return gone <= 4; }, heap, larger);
  EXPECT_EQ(values(), (std::multiset{4, 5, 6, 7, 8, 9, 104, 105, 106, 107, 108, 109}));
  trie.unite_gone([](std::uint32_t gone) { return gone < 10; }, heap, larger);
  EXPECT_EQ(values(), (std::multiset{9, 109}));
  EXPECT_LT(heap.in_use(), before);
  // Nobody is kept from them by a lock that is gone; one that lives still counts.
  std::multiset<int> unprotected;
  trie.for_each_unprotected(*intern(sets, {{20, LockMode::exclusive}}),
                            [&](const Access& access) { unprotected.insert(access.origin.value); });
  EXPECT_EQ(unprotected, (std::multiset{9}));
  trie.clear(heap);
}

TEST(AccessTrie, PruningGivesMemoryBack) {
  Heap heap;
  Locksets sets(heap);
  for (std::uint32_t lock = 0; lock < 30; ++lock) intern(sets, {{lock, LockMode::exclusive}});
  const std::size_t before = heap.in_use();
  Trie trie;
  std::size_t at_first = 0;
  for (int round = 0; round < 100; ++round) {
    for (std::uint32_t lock = 0; lock < 30; ++lock)
      trie.insert(*intern(sets, {{lock, LockMode::exclusive}}), {{}, {1}}, heap);
    trie.insert(*sets.empty(), {{}, {2}}, heap);
    trie.prune([](const Access& access) { return access.origin.value == 1; }, heap);
    if (round == 0) at_first = heap.in_use();
    trie.prune([](const Access& access) { return access.origin.value == 2; }, heap);
  }
  EXPECT_LE(at_first, before + 256);
  EXPECT_EQ(trie.size(), 0u);
  trie.clear(heap);
  EXPECT_EQ(heap.in_use(), before);
}

}  // namespace
}  // namespace steward
