// What commands that only look at results look at: the store, or a report that was written.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/parse.h"
#include "report/report.h"
#include "store/store.h"

namespace steward::cli {

// --from and --program.
std::vector<Option> stored_options(std::vector<Option> own);
// The same, and --older.
std::vector<Option> stored_options_with_older(std::vector<Option> own);

// Each race and each finding alone: those that the options leave, the worst first; of builds that
// have been replaced since only with `older`. The error is a sentence.
Result<std::vector<store::Stored>, std::string> stored_results(const Arguments& arguments,
                                                               bool older);
inline Result<std::vector<store::Stored>, std::string> stored_results(const Arguments& arguments) {
  return stored_results(arguments, arguments.given("--older"));
}

// All of them as one report.
report::Report joined(const std::vector<store::Stored>& all);

// To the file, or to standard output if there is no name. Says so, and is false, if that does not
// work.
bool write_result(const std::string& file, const std::string& text);

}  // namespace steward::cli
