// The traces that the processes of a program wrote, on their way to the user.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "report/live/live_report.h"
#include "trace/error.h"

namespace steward::cli {

// From inside, places are addresses: raw traces lie beside the trace that the user asked for, until
// they are copied there with the names that the source has for them.
class RawTraces {
 public:
  explicit RawTraces(std::string trace) : trace_(std::move(trace)) {}

  std::string path() const;
  // Makes room: what an earlier run left behind would be taken for this one's.
  Result<void, Error> prepare() const;
  // A trace whose process was killed is kept as far as it goes.
  Result<void, Error> name(const report::LiveReport& live) const;

 private:
  Result<void, Error> name_one(const std::string& raw, const std::string& trace,
                               std::optional<std::uint32_t> pid,
                               const report::LiveReport& live) const;

  std::string trace_;
};

}  // namespace steward::cli
