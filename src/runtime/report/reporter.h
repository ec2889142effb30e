// From what the detector found to what the tool is told.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/hash_map.h"
#include "base/spin_lock.h"
#include "channel/encoder.h"
#include "runtime/analysis/analysis.h"
#include "runtime/report/modules.h"
#include "runtime/report/race_records.h"
#include "runtime/report/remark.h"
#include "runtime/report/report_view.h"
#include "runtime/report/telling_order.h"
#include "runtime/report/tellings.h"
#include "runtime/state/thread.h"

namespace steward {

class Runtime;

// As the detector's report it only takes notes: the location is held, and the detector may not be
// entered again. What was noted is told when the event is over, by the thread whose event it was.
class Reporter {
 public:
  explicit Reporter(Runtime& runtime);

  template <class Origin>
  void operator()(const BasicFinding<Origin>& finding) {
    note({finding.bytes,
          {finding.earlier.thread, finding.earlier.origin},
          {finding.later.thread, finding.later.origin},
          finding.kept_apart,
          finding.when});
  }
  // Whether the access is not to be made: only of such as can be refused, others end the process.
  bool tell(ThreadState& t);
  // What becomes of the access that the calling thread was just refused: a steward_way and a
  // steward_why. Does not return from an end of the process.
  void tell_refused(const LiveFinding& finding, int way, int why);
  // The process has code that asks before its accesses.
  void tell_guarded();
  // Two threads stand at these accesses at the same time, the earlier of which goes first: at which
  // statements, and how many steps after the beginning.
  void tell_together(const LiveFinding& finding, std::uint64_t first_statement,
                     std::uint64_t second_statement, std::uint64_t step);
  // A read that got a stale value, and the race by which it could.
  void tell_stale(const Remark& remark, const LiveFinding& finding);
  // A write of this site has changed what was there, or not. Races that were held back because its
  // writes changed nothing are told then.
  void tell_effect(std::uint32_t site, bool changed);
  // The process ends: races of writes of which it will not be known what they change.
  void tell_undecided();

  Remark remark(const char* kind, const char* type);
  // Waits until it is printed.
  void tell(const Remark& remark);
  // Whether nothing of that kind was said of that place before.
  bool is_news(const char* kind, std::uint64_t counter, ChainId calls);

  // `options`, `suppressions`: what the program itself has for them.
  void tell_process(const char* options, const char* suppressions);
  void tell_thread(const ThreadState& t, const ThreadState* creator, std::uint64_t counter);
  void tell_stack(std::uint64_t counter, ChainId calls);
  // Waits until the tool has said which functions of the modules that are loaded by now belong to
  // channels of the user. The number of the question; 0: these modules were asked for before.
  std::uint64_t ask_for_functions();
  void tell_log(const char* path);
  // What had to be given up, in a sentence, and how often.
  void tell_loss(const Words& what, std::uint64_t count = 1);
  // Whether the process has failed so far.
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  void note(const LiveFinding& finding);
  PlacePair pair_of(const LiveFinding& finding) const;
  // The analysis need not find more of these two places.
  void settle(const LiveFinding& finding);
  bool tell(const LiveFinding& finding);
  bool tell_race(const LiveFinding& finding);
  // The same, of one that is to be told whatever its writes do.
  bool tell_now(const LiveFinding& finding, bool constant);
  // Of a race that counts: whether the access is not made. The process may end here.
  bool refuse(const LiveFinding& finding, bool is_news);
  void tell_kept_apart(const LiveFinding& finding);
  // Whether both sides are known, and still what they were.
  bool can_be_told(const LiveFinding& finding) const;
  // Whether all writes of the two are of places of which that much is known at least: that they
  // have changed something is known of none.
  bool have_effect(const LiveFinding& finding, Origins::Effect least) const;
  // Takes those out of what is held back that `is_due` says yes to, and tells them.
  template <class IsDue>
  void tell_held_back(IsDue&& is_due);
  void tell_use_after_free(const LiveFinding& finding);
  void add_to(ReportView& view, const LiveFinding::Access& access, AddressRange bytes);
  void show_to_program(ReportView& view);

  Runtime& runtime_;
  Modules modules_;
  RaceRecords records_;
  TellingOrder order_;
  SpinLock lock_;
  Tellings tellings_;
  Vector<LiveFinding> held_back_;          // since their writes are constant
  HashMap<PlacePair, bool> told_remarks_;  // the kind of remark in the second place
  std::uint64_t modules_asked_ = 0;        // loads and unloads when it was asked for functions
  std::atomic<bool> failed_ = false;
};

}  // namespace steward
