// Decides what of a live report the user hears of, and prints it at once.
#pragma once

#include <cstdint>

#include "cli/live/log.h"
#include "cli/live/options.h"
#include "cli/reporting.h"
#include "report/live/live_report.h"

namespace steward::cli {

class PrintingAudience : public report::Audience {
 public:
  // All must outlive it.
  PrintingAudience(Reporting& reporting, const report::Report& report, LiveLog& log,
                   const LiveOptions& options)
      : reporting_(reporting), report_(report), log_(log), options_(options) {}

  bool wants(const report::Race& race) override;
  bool wants(const report::FoundItem& item) override;
  bool counts(const report::Race& race) override;
  bool counts(const report::FoundItem& item) override;

  // Has anything counted?
  bool failed() const { return failed_; }
  // Was a process ended for that?
  bool halted() const { return failed_ && options_.halt_on_error; }
  std::uint64_t suppressed() const { return suppressed_; }

 private:
  template <class Reported>
  bool wanted(const Reported& reported);
  void fail(std::uint64_t process);

  Reporting& reporting_;
  const report::Report& report_;
  LiveLog& log_;
  const LiveOptions& options_;
  bool failed_ = false;
  std::uint64_t suppressed_ = 0;
};

}  // namespace steward::cli
