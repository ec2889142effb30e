// From what the detector found to what the tool is told.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/hash_map.h"
#include "base/spin_lock.h"
#include "channel/encoder.h"
#include "runtime/analysis/analysis.h"
#include "runtime/report/modules.h"
#include "runtime/report/remark.h"
#include "runtime/report/report_view.h"
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
          finding.kept_apart});
  }
  void tell(ThreadState& t);
  // A write of this site has changed what was there, or not. Races that were held back because its
  // writes changed nothing are told then.
  void tell_effect(std::uint32_t site, bool changed);

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
  // Two places in the program, each an instruction and a calling context.
  struct Pair {
    std::uint64_t counters[2];
    ChainId calls[2];
    std::uint64_t region = 0;  // where in memory
    std::uint64_t hash() const {
      return mix_bits(counters[0] * 31 + counters[1]) + region * 0x9e3779b97f4a7c15u +
             mix_bits(std::uint64_t{calls[0].value()} << 32 | calls[1].value());
    }
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  // The first races of a pair of places may each be about another object; of a flood nobody needs
  // to see each.
  static constexpr std::uint32_t kEnough = 16;
  static constexpr std::uint64_t kRegion = 1 << 16;

  void tell_race(const LiveFinding& finding);
  void tell_kept_apart(const LiveFinding& finding);
  // Whether both sides are known, and still what they were.
  bool can_be_told(const LiveFinding& finding) const;
  channel::Encoder race_body(const LiveFinding& finding, bool constant);
  // Whether the writes of both sites never changed anything, as far as known.
  bool is_constant(const AccessOrigin& earlier, const AccessOrigin& later) const;
  void tell_use_after_free(const LiveFinding& finding);
  void add_to(ReportView& view, const LiveFinding::Access& access, AddressRange bytes);
  void show_to_program(ReportView& view);
  // A lock that a report names.
  void mention(LockId lock);
  void add_stack(channel::Encoder& body, std::uint64_t counter, ChainId calls);
  void add_access(channel::Encoder& body, const LiveFinding::Access& access, AddressRange bytes);
  void add_location(channel::Encoder& body, Address address);
  void add_locks_used(channel::Encoder& body, Address address);

  Runtime& runtime_;
  Modules modules_;
  SpinLock lock_;
  HashMap<Pair, std::uint32_t> told_;
  HashMap<LockId, bool> told_locks_;
  Vector<LiveFinding> held_back_;     // since their writes are constant
  HashMap<Pair, bool> told_remarks_;  // the kind of remark in the second place
  std::uint64_t modules_asked_ = 0;   // loads and unloads when it was asked for functions
  std::atomic<bool> failed_ = false;
};

}  // namespace steward
