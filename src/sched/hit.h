// Two threads that stand at a race: what all is about.
#pragma once

#include <cstdint>
#include <span>

#include "sched/strategy.h"

namespace steward {

// Two statements that may race, in any order; twice the same for two threads at one statement.
struct StatementPair {
  StatementId first;
  StatementId second;
};

inline bool contains(std::span<const StatementPair> pairs, StatementId a, StatementId b) {
  for (const StatementPair& pair : pairs)
    if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a)) return true;
  return false;
}

// Two threads are about to execute accesses that race.
struct Hit {
  Candidate waiting;   // was there before
  Candidate arriving;  // has just come, or is the one whom somebody has picked
  bool waiting_goes_first = false;
  // Their pair is one of those asked for. If not, the statements belong to different pairs, or they
  // are one statement of a pair.
  bool wanted = false;
  std::uint64_t step = 0;  // the choice that resolves it
};

// Of the two at a race one is "the one", the same whoever came first and whoever goes first: by the
// number of its statement, else as the one that reads, else by the number of its thread.
inline bool is_the_one(const Candidate& a, const Candidate& b) {
  if (a.next.statement != b.next.statement)
    return a.next.statement.value() < b.next.statement.value();
  if (is_write(a.next.access) != is_write(b.next.access)) return !is_write(a.next.access);
  return a.thread.value() < b.thread.value();
}

class HitObserver {
 public:
  HitObserver(const HitObserver&) = delete;
  HitObserver& operator=(const HitObserver&) = delete;

  // Before anybody executes. Called once for each of those who race with the same one.
  virtual void on_hit(const Hit& hit) = 0;
  // Of pairs that are looked for only once, each has been found.
  virtual void on_all_met() {}

 protected:
  HitObserver() = default;
  ~HitObserver() = default;
};

}  // namespace steward
