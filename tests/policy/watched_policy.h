// A policy that watches every hold: what lets a policy with locks be free of deadlocks.
//
// A lock does not know whether it guards a shard of a shadow, a shard of a table or a Shared, so
// the rule of core/policy/policy.h is checked by what follows from it: nobody takes a lock that is
// held already, and the order in which locks are ever held together has no cycle.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/policy.h"

namespace steward {

// What locks did since it was made: one run of one detector. Locks made meanwhile are watched by
// it.
class LockWatch {
 public:
  LockWatch() : outer_(std::exchange(current_, this)) {}
  ~LockWatch() { current_ = outer_; }
  LockWatch(const LockWatch&) = delete;
  LockWatch& operator=(const LockWatch&) = delete;

  static LockWatch& current() { return *current_; }
  int add_lock() { return locks_++; }

  void take(int lock) {
    ++taken_;
    if (std::find(held_.begin(), held_.end(), lock) != held_.end())
      complain("takes a lock that it holds");
    for (const int outer : held_) {
      if (!order_.insert({outer, lock}).second) continue;
      if (reaches(lock, outer)) complain("holds two locks in both orders");
    }
    held_.push_back(lock);
    deepest_ = std::max(deepest_, held_.size());
  }
  void give_back(int lock) {
    const auto found = std::find(held_.begin(), held_.end(), lock);
    if (found == held_.end()) return complain("gives back a lock that it does not hold");
    held_.erase(found);
  }

  bool holds_nothing() const { return held_.empty(); }
  // The first thing that was wrong.
  const std::optional<std::string>& complaint() const { return complaint_; }
  std::size_t taken() const { return taken_; }
  std::size_t deepest() const { return deepest_; }  // the most locks held at once

 private:
  void complain(const char* what) {
    if (!complaint_) complaint_ = what;
  }
  bool reaches(int from, int to) const {
    if (from == to) return true;
    for (auto edge = order_.lower_bound({from, 0}); edge != order_.end() && edge->first == from;
         ++edge)
      if (reaches(edge->second, to)) return true;
    return false;
  }

  inline static LockWatch* current_ = nullptr;

  LockWatch* outer_;
  int locks_ = 0;
  std::vector<int> held_;
  std::set<std::pair<int, int>> order_;  // (held, taken while it was held): without cycles
  std::optional<std::string> complaint_;
  std::size_t taken_ = 0;
  std::size_t deepest_ = 0;
};

// Sequential, but for its locks. Few shards, so that whatever can meet in one lock does.
struct Watched : Sequential {
  class Lock {
   public:
    void lock() { watch_.take(number_); }
    void unlock() { watch_.give_back(number_); }

   private:
    LockWatch& watch_ = LockWatch::current();
    int number_ = watch_.add_lock();
  };
  static constexpr std::size_t kShards = 2;
};

}  // namespace steward
