// Gives the threads and locks of some races their entries in the report.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/detect/finding.h"
#include "core/lockset/lockset.h"
#include "report/labels.h"
#include "report/report.h"
#include "report/trace_facts.h"
#include "trace/names.h"

namespace steward::report {

// What is known of a site, as a stack of one frame; empty if nothing is.
Stack stack_at(const Names& names, SiteId site);

// Collects the threads that a report mentions, and those that created them.
class ThreadMentions {
 public:
  ThreadMentions(const Names& names, const TraceFacts& facts) : names_(names), facts_(facts) {}

  void mention(ThreadId thread);
  // After the last mention: labels, and the report's list of threads.
  Labels labels() const { return Labels('T', Unnamed::keep_number, mentioned_); }
  std::vector<Thread> list(const Labels& labels) const;

 private:
  const Names& names_;
  const TraceFacts& facts_;
  std::map<std::uint64_t, std::string> mentioned_;  // with their names
};

// The same for locks.
class LockMentions {
 public:
  explicit LockMentions(const Names& names) : names_(names) {}

  void mention(const HeldLock& held);
  Labels labels() const { return Labels('M', Unnamed::count_from_one, mentioned_); }
  std::vector<Lock> list(const Labels& labels) const;

 private:
  const Names& names_;
  std::map<std::uint64_t, std::string> mentioned_;
  // A trace does not say what kind of lock it is. One held in shared mode can only be one kind.
  std::map<std::uint64_t, bool> shared_;
};

}  // namespace steward::report
