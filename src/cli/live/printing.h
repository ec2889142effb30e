// Decides what of a live report the user hears of, and prints it at once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "channel/layout.h"
#include "cli/live/execution.h"
#include "cli/live/log.h"
#include "cli/live/options.h"
#include "cli/reporting.h"
#include "report/live/live_report.h"

namespace steward::cli {

class PrintingAudience : public Spectator {
 public:
  // All must outlive it.
  PrintingAudience(Reporting& reporting, const report::Report& report, LiveLog& log,
                   const LiveOptions& options)
      : reporting_(reporting), report_(report), log_(log), options_(options) {}
  void expect_from(channel::Header& channel) override { channel_ = &channel; }
  void begins(pid_t process) override { log_.set_process(process); }
  bool has_enough() const override { return options_.halt_on_error && failed_; }

  bool wants(const report::Race& race) override;
  bool wants(const report::FoundItem& item) override;
  bool counts(const report::Race& race) override;
  bool counts(const report::FoundItem& item) override;
  bool fails_by(const report::Race& race) override;
  bool fails_by(const report::FoundItem& item) override;
  void refused(std::uint32_t pid, const report::RefusedRecord& refused,
               const std::string& thread) override;
  void joins(std::uint32_t pid, const report::ProcessRecord& process) override;
  void print(const std::string& text) override { log_.write(text); }
  void redirect(const std::string& path) override { log_.redirect(path); }

  // Has anything counted?
  bool failed() const { return failed_; }
  // Which processes were ended for that?
  const std::set<std::uint64_t>& ended() const { return ended_; }
  std::uint64_t suppressed() const { return suppressed_races_.size() + suppressed_items_; }

 private:
  template <class Reported>
  bool wanted(const Reported& reported, std::uint64_t process);
  void count_suppressed(const report::Race& race) { suppressed_races_.insert(race.fingerprint); }
  void count_suppressed(const report::FoundItem&) { ++suppressed_items_; }
  bool fail(std::uint64_t process);
  const LiveOptions& options_of(std::uint64_t process) const;
  void take_defaults(std::uint32_t pid, const std::string& text);

  Reporting& reporting_;
  const report::Report& report_;
  LiveLog& log_;
  const LiveOptions& options_;
  channel::Header* channel_ = nullptr;
  // Of processes that have options of their own.
  std::map<std::uint64_t, LiveOptions> by_process_;
  std::set<std::string> suppressions_taken_;
  bool failed_ = false;
  std::set<std::uint64_t> ended_;
  std::set<std::string> suppressed_races_;  // fingerprints: the program may come with one again
  std::uint64_t suppressed_items_ = 0;
};

}  // namespace steward::cli
