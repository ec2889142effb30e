// What would limit Steward: on this machine, and in one program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"

namespace steward::cli {

enum class Health : std::uint8_t {
  ok,
  limit,    // Steward works, but sees or shows less
  problem,  // Steward does not work
};

// One thing that was looked at.
struct Remark {
  Health health = Health::ok;
  std::string topic;    // one word or two, the same in every run: "runtime", "debug info"
  std::string message;  // what was found
  std::string fix;      // what to do about it; empty if there is nothing
};

// A symbol that orders threads, and that the runtime does not stand in for.
struct UnmodelledSymbol {
  std::string symbol;
  std::string module;  // the file that uses it
  std::string family;
};

struct ProgramAudit {
  std::vector<Remark> remarks;
  std::vector<UnmodelledSymbol> unmodelled;
};

std::vector<Remark> audit_machine();

// An error if there is no program at `path`.
Result<ProgramAudit, UsageError> audit_program(const std::string& path);

}  // namespace steward::cli
