// Candidates and EntrySets: what detectors keep of a location's accesses.
#include "core/detect/candidates.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "core/detect/entries.h"
#include "unit/core/model_lockset.h"
#include "unit/operations.h"

namespace steward {
namespace {

struct PlainAccess {
  ThreadId thread;
  int number;
  AccessKind kind;
  ModelLockset locks;
};

// By definition: some write, some plain access, several threads, and no lock that all held, writes
// exclusively.
bool is_race(const std::vector<PlainAccess>& accesses) {
  bool written = false;
  bool plain = false;
  bool several = false;
  for (const PlainAccess& access : accesses) {
    written |= is_write(access.kind);
    plain |= !is_atomic(access.kind);
    several |= access.thread != accesses[0].thread;
  }
  if (!written || !plain || !several) return false;
  for (std::uint32_t lock = 0; lock < 4; ++lock) {
    const bool held_by_all =
        std::all_of(accesses.begin(), accesses.end(), [&](const PlainAccess& access) {
          return holds(access.locks, lock,
                       is_write(access.kind) ? LockMode::exclusive : LockMode::shared);
        });
    if (held_by_all) return false;
  }
  return true;
}

RC_GTEST_PROP(Candidates, JudgeAllAccessesTogether, ()) {
  Heap heap;
  Locksets sets(heap);
  Candidates<int> candidates;
  std::vector<PlainAccess> plain;
  perform_random_operations(0.2, [&](Draw draw) {
    ModelLockset locks;
    for (std::uint32_t lock = 0; lock < 4; ++lock)
      if (draw.below(4) != 0)
        locks[lock] = draw.below(4) == 0 ? LockMode::shared : LockMode::exclusive;
    const PlainAccess access{ThreadId(draw.below(3)), static_cast<int>(plain.size()),
                             static_cast<AccessKind>(draw.below(5)), locks};
    candidates.add({access.thread, access.number}, access.kind, intern(sets, locks), sets);
    plain.push_back(access);
    RC_ASSERT(candidates.is_race() == is_race(plain));
    RC_ASSERT(candidates.latest_thread() == access.thread);
    const auto other = std::find_if(plain.rbegin(), plain.rend(), [&](const PlainAccess& earlier) {
      return earlier.thread != access.thread;
    });
    if (other != plain.rend())
      RC_ASSERT(candidates.of_another(access.thread).thread != access.thread);
  });
}

TEST(Candidates, NameTheLatestAccessOfAnother) {
  Heap heap;
  Locksets sets(heap);
  Candidates<int> candidates;
  const auto add = [&](std::uint32_t thread, int number) {
    candidates.add({ThreadId(thread), number}, AccessKind::write, sets.empty(), sets);
  };
  add(1, 10);
  add(1, 11);
  add(2, 20);
  EXPECT_EQ(candidates.of_another(ThreadId(2)).origin, 11);
  EXPECT_EQ(candidates.of_another(ThreadId(1)).origin, 20);
  EXPECT_EQ(candidates.of_another(ThreadId(3)).origin, 20);
}

RC_GTEST_PROP(EntrySet, KeepsTheLatestOfEachSlot, ()) {
  Heap heap;
  EntrySet<int> entries(heap);
  std::vector<Entry<int>> model;
  VectorClock known(heap);
  int number = 0;
  perform_random_operations(1, [&](Draw draw) {
    const Entry<int> entry{Epoch(Slot(draw.below(4)), 1 + draw.below(5)), ++number};
    known.clear();
    for (std::uint32_t slot = 0; slot < 4; ++slot) known.set(Slot(slot), draw.below(5));
    switch (draw.below(4)) {
      case 0:
      case 1:
        entries.put(entry);
        std::erase_if(
            model, [&](const Entry<int>& old) { return old.epoch.slot() == entry.epoch.slot(); });
        model.push_back(entry);
        break;
      case 2:
        // A thread knows itself up to now.
        known.set(entry.epoch.slot(), Time{1} << 20);
        entries.supersede(entry, known);
        std::erase_if(model, [&](const Entry<int>& old) { return known.includes(old.epoch); });
        model.push_back(entry);
        break;
      default:
        if (draw.below(4) != 0) break;
        entries.clear();
        model.clear();
        break;
    }
    RC_ASSERT(entries.size() == model.size());
    RC_ASSERT(entries.empty() == model.empty());
    EntrySet<int> copy(heap);
    entries.copy_to(copy);
    std::vector<int> unordered;
    copy.for_each_unordered(known, [&](const Entry<int>& old) { unordered.push_back(old.origin); });
    std::vector<int> expected;
    for (const Entry<int>& old : model) {
      RC_ASSERT(entries.contains(old.epoch));
      if (!known.includes(old.epoch)) expected.push_back(old.origin);
    }
    std::sort(unordered.begin(), unordered.end());
    std::sort(expected.begin(), expected.end());
    RC_ASSERT(unordered == expected);
  });
}

}  // namespace
}  // namespace steward
