// The report of a program that is still running: grows record by record.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "channel/layout.h"
#include "report/live/channel_functions.h"
#include "report/live/channel_reader.h"
#include "report/live/mentions.h"
#include "report/live/prospects.h"
#include "report/live/race_identity.h"
#include "report/live/watched_process.h"
#include "report/report.h"

namespace steward::report {

// Who decides what is worth reporting, and is told the moment something is.
class Audience {
 public:
  virtual ~Audience() = default;
  // Does the user want to hear of it?
  virtual bool wants(const Race& race) = 0;
  virtual bool wants(const FoundItem& item) = 0;
  // It is in the report now. Does it make the process a failed one?
  virtual bool counts(const Race& race) = 0;
  virtual bool counts(const FoundItem& item) = 0;
  // A process has failed by it, and waits for the answer: by a race also if others have had it
  // before, and it counted. Is it to end?
  virtual bool fails_by(const Race&) { return false; }
  virtual bool fails_by(const FoundItem&) { return false; }
  // Of a controlled execution: two threads stand at a race, the earlier access goes first; a read
  // got a stale value by that race; what became of tracked locations so far; a process has ended
  // after so many steps; it reads a file.
  virtual void together(std::uint64_t /*first*/, std::uint64_t /*second*/, std::uint64_t /*step*/,
                        Race /*race*/) {}
  virtual void stepped(const StepsRecord&) {}
  virtual void stale(FoundItem /*read*/, Race /*race*/) {}
  virtual void memory(const channel::MemoryCounts&) {}
  virtual void opened(const std::string& /*path*/) {}
  // An access by that thread was not made.
  virtual void refused(std::uint32_t /*pid*/, const RefusedRecord&, const std::string& /*thread*/) {
  }
  // A process is watched from now on.
  virtual void joins(std::uint32_t, const ProcessRecord&) {}
  // The program itself wants to have something printed, or its reports to go elsewhere.
  virtual void print(const std::string&) {}
  virtual void redirect(const std::string&) {}
};

class LiveReport {
 public:
  // All must outlive it. `verdict`: what the processes' analysis can say of a race. `functions`:
  // if objects change hands by some. `symbols`: if others use the same modules.
  LiveReport(Report& report, Audience& audience, Verdict verdict = Verdict::real,
             ChannelFunctions* functions = nullptr, SymbolCache* symbols = nullptr)
      : report_(report),
        audience_(audience),
        verdict_(verdict),
        functions_(functions),
        symbols_(symbols != nullptr ? *symbols : own_symbols_),
        mentions_(report) {}

  // The program runs anew: places are in this execution from now on.
  void begin_execution();
  // The answer is what the record's writer is to know.
  channel::State take(const RecordView& record);
  // Adds to the report's loss what the records said was lost, and tidies up what became known in
  // the wrong order: of pairs that are kept apart those stay that `wants`, one for two places. Call
  // once, at the end.
  void finish(const std::function<bool(const Race&)>& wants = [](const Race&) { return true; });

  // How the source calls a place in the program of `pid`, or of the first process that said it is
  // watched; nothing is known of it if nobody has.
  Frame place(std::optional<std::uint32_t> pid, std::uint64_t counter) const;

  // The variable that is there in such a program, if one is.
  std::optional<SymbolAt> variable(std::optional<std::uint32_t> pid, Address address) const;

  // f(its address space) for each process that was watched.
  template <class F>
  void for_each_space(F&& f) const {
    for (const auto& [pid, process] : by_pid_) f(process.space);
  }
  // How many processes have said that they are watched.
  std::uint64_t processes() const { return processes_; }
  // Whether one of them has code that can refuse accesses.
  bool any_guarded() const { return any_guarded_; }
  // What a phase of a prediction has found out for the next.
  const Prospects& prospects() const { return prospects_; }

 private:
  bool uses_openmp() const;

  struct Judged {
    bool counts = false;
    std::ptrdiff_t index = -1;  // in the report's races; -1: unwanted
  };
  // A process and two places in it, the lower first.
  using PlacesOf = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;

  static PlacesOf places_of(std::uint32_t pid, const RaceRecord& record);
  WatchedProcess& process(std::uint32_t pid);
  void take_process(std::uint32_t pid, const ProcessRecord& record);
  Race race_of(std::uint32_t pid, const RaceRecord& record);
  void take_kept_apart(std::uint32_t pid, const RaceRecord& record);
  channel::State take_race(std::uint32_t pid, const RaceRecord& record);
  channel::State take_finding(std::uint32_t pid, const FindingRecord& record);
  template <class Reported>
  channel::State answer_to(bool counts, const Reported& reported) {
    if (!counts) return channel::State::told;
    return audience_.fails_by(reported) ? channel::State::halts : channel::State::counted;
  }

  Report& report_;
  Audience& audience_;
  const Verdict verdict_;
  ChannelFunctions* const functions_;
  SymbolCache own_symbols_;
  SymbolCache& symbols_;
  Mentions mentions_;
  RaceIdentities identities_;
  std::map<std::uint32_t, WatchedProcess> by_pid_;
  std::map<std::string, Judged> races_;  // by fingerprint
  // What is only predicted is told once for two places, however many locations they meet at.
  std::map<PlacesOf, Judged> predicted_;
  std::set<std::string> kept_apart_;  // fingerprints
  std::map<std::string, std::uint64_t> loss_;
  Prospects prospects_;
  std::uint64_t processes_ = 0;
  bool any_guarded_ = false;
  std::optional<std::uint32_t> first_process_;
  std::uint64_t broken_ = 0;
};

}  // namespace steward::report
