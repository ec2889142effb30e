// The order of locks against its definition, on random programs of waits.
#include "core/lockset/lock_order.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace steward {
namespace {

using Order = LockOrder<int>;
using HeldInOrder = Order::Held;
using Step = Order::Step;

constexpr auto kExclusive = LockMode::exclusive;
constexpr auto kShared = LockMode::shared;

struct Wait {
  std::vector<HeldInOrder> held;
  HeldInOrder wanted;
};
std::ostream& operator<<(std::ostream& out, const Wait& wait) {
  const auto show = [&](const HeldInOrder& one) {
    out << one.lock.value() << (one.mode == kShared ? "r " : "w ");
  };
  for (const HeldInOrder& one : wait.held) show(one);
  out << "waits for ";
  show(wait.wanted);
  return out;
}

// The definition: every cycle of waits that could be at work at once, tried one by one.
class CycleDefinition {
 public:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;

  // The length of the shortest cycle that `wait` closes with its edge from `from`; 0 if none.
  std::size_t shortest(const Wait& wait, const HeldInOrder& from) {
    best_ = 0;
    path_ = {{&wait, from}};
    extend();
    return best_;
  }
  void add(const Wait& wait) { waits_.push_back(wait); }
  // Whether an earlier wait made the same edge and allows all that this one does: then whoever
  // closed a cycle with it since then has told that.
  bool is_known(const Wait& wait, const HeldInOrder& from) const {
    return std::any_of(waits_.begin(), waits_.end(), [&](const Wait& known) {
      const auto in = [](const HeldInOrder& one, const std::vector<HeldInOrder>& list) {
        return std::any_of(list.begin(), list.end(), [&](const HeldInOrder& other) {
          return one.lock == other.lock && (one.mode == kShared || other.mode == kExclusive);
        });
      };
      const auto same_from = [&](const HeldInOrder& h) {
        return h.lock == from.lock && h.mode == from.mode;
      };
      return known.wanted.lock == wait.wanted.lock &&
             (known.wanted.mode == kExclusive || wait.wanted.mode == kShared) &&
             std::any_of(known.held.begin(), known.held.end(), same_from) &&
             std::all_of(known.held.begin(), known.held.end(),
                         [&](const HeldInOrder& h) { return in(h, wait.held); });
    });
  }
  // Whether a reported cycle is one.
  bool is_cycle(std::span<const Step> steps) {
    std::vector<std::vector<Edge>> choices;
    for (const Step& step : steps) {
      choices.emplace_back();
      for (const Wait& wait : waits_)
        for (const HeldInOrder& held : wait.held)
          if (held.lock == step.held.lock && held.mode == step.held.mode &&
              wait.wanted.lock == step.wanted.lock && wait.wanted.mode == step.wanted.mode)
            choices.back().push_back({&wait, held});
    }
    return some_choice(choices, {});
  }

 private:
  struct Edge {
    const Wait* wait;
    HeldInOrder from;
  };
  static bool waits_for(const Edge& one, const Edge& other) {
    return one.wait->wanted.lock == other.from.lock &&
           modes_conflict(one.wait->wanted.mode, other.from.mode);
  }
  static bool at_once(const Edge& a, const Edge& b) {
    for (const HeldInOrder& one : a.wait->held)
      for (const HeldInOrder& other : b.wait->held)
        if (one.lock == other.lock && modes_conflict(one.mode, other.mode)) return false;
    return a.from.lock != b.from.lock;
  }
  static bool fits(const std::vector<Edge>& path, const Edge& edge) {
    return waits_for(path.back(), edge) &&
           std::all_of(path.begin(), path.end(), [&](const Edge& e) { return at_once(e, edge); });
  }
  void extend() {
    if (waits_for(path_.back(), path_.front()) && (best_ == 0 || path_.size() < best_))
      best_ = path_.size();
    for (const Wait& wait : waits_) {
      for (const HeldInOrder& from : wait.held) {
        if (!fits(path_, {&wait, from})) continue;
        path_.push_back({&wait, from});
        extend();
        path_.pop_back();
      }
    }
  }
  static bool some_choice(const std::vector<std::vector<Edge>>& choices, std::vector<Edge> path) {
    if (path.size() == choices.size()) return waits_for(path.back(), path.front());
    for (const Edge& edge : choices[path.size()]) {
      if (!path.empty() && !fits(path, edge)) continue;
      path.push_back(edge);
      if (some_choice(choices, path)) return true;
      path.pop_back();
    }
    return false;
  }

  std::vector<Wait> waits_;
  std::vector<Edge> path_;
  std::size_t best_ = 0;
};

rc::Gen<Wait> waits(std::uint64_t locks) {
  return rc::gen::exec([locks] {
    std::vector<std::uint64_t> order(locks);
    for (std::uint64_t i = 0; i < locks; ++i) order[i] = i + 1;
    for (std::uint64_t i = 0; i < locks; ++i)
      std::swap(order[i], order[*rc::gen::inRange<std::uint64_t>(i, locks)]);
    const auto mode = [] {
      return *rc::gen::weightedElement<LockMode>({{3, kExclusive}, {1, kShared}});
    };
    Wait wait{{}, {LockId(order[0]), mode(), 0}};
    const auto count = *rc::gen::weightedElement<std::uint64_t>({{6, 1}, {3, 2}, {1, 3}});
    for (std::uint64_t i = 1; i <= std::min(count, locks - 1); ++i)
      wait.held.push_back({LockId(order[i]), mode(), 0});
    return wait;
  });
}

RC_GTEST_PROP(LockOrder, TellsTheCyclesOfTheDefinition, ()) {
  const auto locks = *rc::gen::inRange<std::uint64_t>(2, 6);
  const auto all = *rc::gen::container<std::vector<Wait>>(waits(locks));
  Heap heap;
  Order order(heap);
  CycleDefinition definition;
  std::set<CycleDefinition::Pair> told;
  for (const Wait& wait : all) {
    std::vector<std::vector<Step>> cycles;
    std::vector<bool> known;
    for (const HeldInOrder& from : wait.held) known.push_back(definition.is_known(wait, from));
    definition.add(wait);
    order.wait(wait.held, wait.wanted, [&](std::span<const Step> steps) {
      cycles.emplace_back(steps.begin(), steps.end());
    });
    std::size_t next = 0;
    for (std::size_t i = 0; i < wait.held.size(); ++i) {
      const HeldInOrder& from = wait.held[i];
      if (known[i] || told.contains({from.lock.value(), wait.wanted.lock.value()})) continue;
      const std::size_t length = definition.shortest(wait, from);
      if (length == 0) continue;
      RC_ASSERT(next < cycles.size());
      const std::vector<Step>& cycle = cycles[next++];
      RC_ASSERT(cycle.size() == length);
      RC_ASSERT(cycle[0].held.lock == from.lock);
      RC_ASSERT(definition.is_cycle(cycle));
      for (const Step& step : cycle)
        told.insert({step.held.lock.value(), step.wanted.lock.value()});
    }
    RC_ASSERT(next == cycles.size());
  }
}

class LockOrderTest : public testing::Test {
 protected:
  // Locks by number; how many cycles that closed.
  std::size_t wait(std::vector<HeldInOrder> held, HeldInOrder wanted) {
    std::size_t count = 0;
    order_.wait(held, wanted, [&](std::span<const Step> steps) {
      ++count;
      last_.assign(steps.begin(), steps.end());
    });
    return count;
  }
  static HeldInOrder lock(std::uint64_t number, LockMode mode = kExclusive, int at = 0) {
    return {LockId(number), mode, at};
  }

  Heap heap_;
  Order order_{heap_};
  std::vector<Step> last_;
};

TEST_F(LockOrderTest, ACycleHasThePlacesOfBothEnds) {
  EXPECT_EQ(wait({lock(1, kExclusive, 10)}, lock(2, kExclusive, 11)), 0u);
  EXPECT_EQ(wait({lock(2, kExclusive, 20)}, lock(1, kExclusive, 21)), 1u);
  ASSERT_EQ(last_.size(), 2u);
  EXPECT_EQ(last_[0].held.at, 20);
  EXPECT_EQ(last_[0].wanted.at, 21);
  EXPECT_EQ(last_[1].held.at, 10);
  EXPECT_EQ(last_[1].wanted.at, 11);
  EXPECT_EQ(wait({lock(2)}, lock(1)), 0u) << "once";
}

TEST_F(LockOrderTest, ALongCycleIsFoundAndAGateMakesItHarmless) {
  constexpr std::uint64_t kCount = 200;
  for (std::uint64_t i = 1; i < kCount; ++i) EXPECT_EQ(wait({lock(i)}, lock(i + 1)), 0u);
  EXPECT_EQ(wait({lock(999), lock(kCount)}, lock(1)), 1u);
  EXPECT_EQ(last_.size(), kCount);
  EXPECT_EQ(wait({lock(999), lock(500)}, lock(501)), 0u);
  EXPECT_EQ(wait({lock(999), lock(501)}, lock(500)), 0u) << "one at a time";
  EXPECT_EQ(wait({lock(998), lock(501)}, lock(500)), 1u) << "another gate";
}

// Without an end to the patience of its searches this takes minutes.
TEST_F(LockOrderTest, DozensOfLocksInEveryOrderComeToAnEnd) {
  constexpr std::uint64_t kLocks = 32;
  std::size_t cycles = 0;
  for (std::uint64_t first = 0; first < kLocks; ++first) {
    std::vector<HeldInOrder> held;
    for (std::uint64_t i = 0; i < kLocks; ++i) {
      const HeldInOrder next = lock(1 + (first + i) % kLocks);
      cycles += wait(held, next);
      held.push_back(next);
    }
  }
  EXPECT_GE(cycles, kLocks);
  EXPECT_GT(order_.given_up(), 0u);
}

TEST_F(LockOrderTest, WhatIsForgottenIsInNoCycle) {
  wait({lock(1)}, lock(2));
  wait({lock(2)}, lock(3));
  EXPECT_TRUE(order_.forget(LockId(2)));
  EXPECT_EQ(order_.edges(), 0u);
  EXPECT_EQ(wait({lock(3)}, lock(1)), 0u);
  EXPECT_FALSE(order_.forget(LockId(7)));
}

}  // namespace
}  // namespace steward
