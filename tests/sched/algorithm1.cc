#include "sched/algorithm1.h"

#include <iterator>

namespace steward {
namespace {

using ThreadSet = std::set<ThreadId>;

ThreadSet enabled(const Machine& s) {
  ThreadSet threads;
  for (const Candidate& candidate : s.enabled()) threads.insert(candidate.thread);
  return threads;
}

Operation next_stmt(const Machine& s, ThreadId t) {
  for (const Candidate& candidate : s.enabled())
    if (candidate.thread == t) return candidate.next;
  std::terminate();
}

ThreadId pick(const Machine& s, const ThreadSet& postponed, Strategy& base) {
  std::vector<Candidate> rest;
  for (const Candidate& candidate : s.enabled())
    if (!postponed.contains(candidate.thread)) rest.push_back(candidate);
  const ThreadId current = s.order().empty() ? ThreadId(0) : s.order().back();
  return rest.at(base.choose({rest, current, s.order().size()})).thread;
}

// Algorithm 2.
ThreadSet racing(const Machine& s, ThreadId t, const ThreadSet& postponed) {
  ThreadSet result;
  const Operation mine = next_stmt(s, t);
  for (const ThreadId other : postponed) {
    const Operation its = next_stmt(s, other);
    const bool same_location = mine.bytes == its.bytes;
    const bool one_writes = mine.access == AccessKind::write || its.access == AccessKind::write;
    if (same_location && one_writes) result.insert(other);
  }
  return result;
}

}  // namespace

void algorithm1(Machine& s, const std::set<unsigned>& race_set, Strategy& base, Hits& hits) {
  ThreadSet postponed;                                           // 3
  while (!enabled(s).empty() || s.let_time_pass()) {             // 4
    const ThreadId t = pick(s, postponed, base);                 // 5
    if (race_set.contains(next_stmt(s, t).statement.value())) {  // 6
      const ThreadSet r = racing(s, t, postponed);               // 7
      if (!r.empty()) {                                          // 8
        const bool t_first = base.draw(2) == 0;                  // 11
        for (const ThreadId other : r)                           // 9
          hits.on_hit({{other, next_stmt(s, other)},
                       {t, next_stmt(s, t)},
                       !t_first,  //
                       false,
                       s.order().size()});
        if (t_first) {
          s.execute(t);  // 12
        } else {
          postponed.insert(t);                                    // 14
          for (const ThreadId other : r) s.execute(other);        // 15, 16
          for (const ThreadId other : r) postponed.erase(other);  // 17
        }
      } else {
        postponed.insert(t);  // 21
      }
    } else {
      s.execute(t);  // 24
    }
    while (!postponed.empty() && postponed == enabled(s)) {  // 26
      if (s.let_time_pass()) continue;                       // those who sleep count as enabled
      const auto freed =
          std::next(postponed.begin(), static_cast<std::ptrdiff_t>(base.draw(postponed.size())));
      const ThreadId executes = *freed;
      postponed.erase(freed);  // 27
      s.execute(executes);     // without the test of line 6, which would postpone it again
    }
  }
}

}  // namespace steward
