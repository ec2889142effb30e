// The words of the reports: the same in JSON, in the text report and on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace steward::report {

std::string_view word_for(Verdict verdict);
std::string_view word_for(RealBy real_by);
std::string_view word_for(LocationKind kind);
std::string_view word_for(Failure failure);
// What a finding of that kind says of an execution: how it failed, if it did.
std::optional<Failure> failure_named(std::string_view kind);
std::string_view word_for(Cause cause);
std::string_view word_for(LockMode mode);

// "read", "write" or "free": whether it was atomic stands apart.
std::string_view word_for(AccessKind kind);
// The earlier access, then the later one: "write-read".
std::string kind_of(const Race& race);

}  // namespace steward::report
