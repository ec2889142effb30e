// The threads and locks that live reports mention, each with a label of its own in the whole tree
// of processes: T1, M1.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "report/live/watched_process.h"
#include "report/report.h"

namespace steward::report {

// A label is given when a thing is first mentioned, because the report that mentions it is printed
// at once. A thread is called by its own number, unless a thread of another process has that label.
class Mentions {
 public:
  // Adds what is new to the lists of `report`, which must outlive this.
  explicit Mentions(Report& report) : report_(report) {}

  // The label.
  std::string thread(WatchedProcess& process, std::uint64_t number);
  // The same of one of which more is known by now.
  std::string thread(WatchedProcess& process, std::uint64_t number, std::uint64_t system_id,
                     bool running);
  std::string lock(WatchedProcess& process, std::uint64_t number);

 private:
  std::string fresh_thread_label(std::uint64_t number);

  Report& report_;
  std::set<std::string> thread_labels_;
  std::uint64_t next_thread_ = 1;
  std::uint64_t locks_ = 0;
};

}  // namespace steward::report
