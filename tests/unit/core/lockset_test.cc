#include "core/lockset/lockset.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "unit/core/model_lockset.h"

namespace steward {
namespace {

constexpr std::uint32_t kLockCount = 7;

// Grows and shrinks one of a few sets, and compares it with all the others.
class LocksetWorld {
 public:
  explicit LocksetWorld(Heap& heap) : heap_(heap), sets_(heap), current_(4, {sets_.empty(), {}}) {}

  void perform(Draw draw) {
    Entry& one = current_[draw.below(static_cast<std::uint32_t>(current_.size()))];
    const Entry other = current_[draw.below(static_cast<std::uint32_t>(current_.size()))];
    const std::uint32_t lock = draw.below(kLockCount);
    const LockMode mode = any_mode(draw);
    switch (draw.below(5)) {
      case 0:
      case 1: add(one, lock, mode); break;
      case 4: end_life(lock); break;
      case 2:
        one.set = sets_.without(one.set, lock_id(lock));
        one.model.erase(lock);
        break;
      default: intersect(one, other, draw.flip()); break;
    }
    largest_ = std::max(largest_, one.model.size());
    RC_ASSERT(to_model(sets_, one.set) == one.model);
    RC_ASSERT(sets_.largest() == largest_);
    RC_ASSERT(sets_.at(one.set->id()) == one.set);
    for (const Entry& entry : current_) compare(one, entry);
  }

 private:
  struct Entry {
    const Lockset* set;
    ModelLockset model;
  };

  void add(Entry& one, std::uint32_t lock, LockMode mode) {
    one.set = sets_.with(one.set, lock_id(lock), mode);
    LockMode& held = one.model.insert({lock, mode}).first->second;
    if (mode == LockMode::exclusive) held = mode;
  }
  // The next lock with this id is another one. What takes room for this one is used again at once,
  // or with others later.
  void end_life(std::uint32_t lock) {
    for (const Entry& entry : current_)
      if (entry.model.contains(lock)) return;
    sets_.forget(lock_id(lock));
    if (sets_.gone() % 3 == 0) return;
    BitSet gone(heap_);
    for (const std::uint32_t number : sets_.take_gone()) gone.insert(number);
    sets_.reuse(gone);
  }
  void intersect(Entry& one, const Entry& other, bool only_exclusive) {
    one.set = sets_.intersection(one.set, other.set, only_exclusive);
    std::erase_if(one.model, [&](const auto& held) {
      return !holds(other.model, held.first,
                    only_exclusive ? LockMode::exclusive : LockMode::shared);
    });
    for (auto& [lock, mode] : one.model) mode = LockMode::exclusive;
  }
  void compare(const Entry& a, const Entry& b) {
    RC_ASSERT((a.set == b.set) == (a.model == b.model));
    RC_ASSERT(a.set->protects(*b.set) == protect(a.model, b.model));
    RC_ASSERT(b.set->protects(*a.set) == protect(a.model, b.model));
    RC_ASSERT(a.set->is_subset_of(*b.set) == is_subset(a.model, b.model));
    RC_ASSERT(b.set->is_subset_of(*a.set) == is_subset(b.model, a.model));
    for (const LockLabel& label : a.set->labels()) {
      const HeldLock held = sets_.held(label);
      const auto lock = static_cast<std::uint32_t>((held.lock.value() - lock_id(0).value()) / 40);
      RC_ASSERT(b.set->holds(label) == holds(b.model, lock, held.mode));
      RC_ASSERT(b.set->protects(label) == protect(b.model, {{lock, held.mode}}));
      RC_ASSERT((b.set->find(label.lock()) != nullptr) == b.model.contains(lock));
    }
  }

  Heap& heap_;
  Locksets sets_;
  std::vector<Entry> current_;
  std::size_t largest_ = 0;
};

RC_GTEST_PROP(Lockset, BehavesLikeAMapToModes, ()) {
  Heap heap;
  LocksetWorld world(heap);
  perform_random_operations(5, [&](Draw draw) { world.perform(draw); });
}

TEST(Lockset, EqualSetsAreOneWhateverTheWayThere) {
  Heap heap;
  Locksets sets(heap);
  const Lockset* one_way = intern(sets, {{1, LockMode::shared}, {2, LockMode::exclusive}});
  const Lockset* other_way = sets.with(sets.empty(), lock_id(2), LockMode::exclusive);
  other_way = sets.with(other_way, lock_id(3), LockMode::shared);
  other_way = sets.with(other_way, lock_id(1), LockMode::shared);
  other_way = sets.without(other_way, lock_id(3));
  EXPECT_EQ(one_way, other_way);
  EXPECT_EQ(sets.without(sets.empty(), lock_id(9)), sets.empty());
}

TEST(Lockset, LabelsAreOrderedByLock) {
  Heap heap;
  Locksets sets(heap);
  const Lockset* set = sets.empty();
  for (const std::uint32_t lock : {5u, 1u, 4u, 0u, 6u, 2u, 3u})
    set = sets.with(set, lock_id(lock), LockMode::shared);
  set = sets.without(set, lock_id(4));
  set = sets.with(set, lock_id(4), LockMode::exclusive);
  EXPECT_TRUE(std::is_sorted(set->labels().begin(), set->labels().end()));
  EXPECT_EQ(set->size(), 7u);
  EXPECT_EQ(sets.largest(), 7u);
}

// Taking and releasing the same locks again and again must cost nothing.
TEST(Lockset, RepeatedStepsNeedNoMemory) {
  Heap heap;
  Locksets sets(heap);
  std::size_t after_first = 0;
  for (int round = 0; round < 1000; ++round) {
    const Lockset* set = sets.empty();
    for (std::uint32_t lock = 0; lock < kLockCount; ++lock)
      set = sets.with(set, lock_id(lock), LockMode::exclusive);
    for (std::uint32_t lock = 0; lock < kLockCount; ++lock) set = sets.without(set, lock_id(lock));
    EXPECT_EQ(set, sets.empty());
    if (round == 0) after_first = heap.in_use();
  }
  EXPECT_EQ(heap.in_use(), after_first);
}

// Nor must locks that come and go.
TEST(Lockset, LocksThatAreGoneNeedNoMemory) {
  Heap heap;
  Locksets sets(heap);
  std::size_t early = 0;
  for (std::uint32_t life = 0; life < 100'000; ++life) {
    const LockId lock = lock_id(life % 100), inner = lock_id(100 + life % 7);
    const Lockset* set = sets.with(sets.empty(), lock, LockMode::exclusive);
    set = sets.with(set, inner, LockMode::shared);
    sets.intersection(set, sets.with(sets.empty(), inner, LockMode::shared), false);
    sets.forget(lock);
    sets.forget(inner);
    if (sets.gone() < 64) continue;
    BitSet gone(heap);
    for (const std::uint32_t number : sets.take_gone()) gone.insert(number);
    sets.reuse(gone);
    if (early == 0) early = heap.in_use();
  }
  EXPECT_LE(heap.in_use(), early * 3 / 2);
}

}  // namespace
}  // namespace steward
