// Options from the environment: STEWARD_OPTIONS, and TSAN_OPTIONS for those who come from
// ThreadSanitizer and have it in their scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"
#include "report/report.h"

namespace steward::cli {

// What the tool acts on.
struct LiveOptions {
  std::vector<std::string> suppressions;  // files
  bool halt_on_error = false;
  std::optional<int> exit_code;
  std::string log_path;  // empty: standard error
  std::optional<std::uint64_t> max_memory_mb;
  bool report_bugs = true;
  // Kinds of findings, by ThreadSanitizer's names.
  bool detect_deadlocks = true;
  bool report_atomic_races = true;
  bool report_destroy_locked = true;
  bool report_mutex_bugs = true;
  bool report_signal_unsafe = true;
  bool report_thread_leaks = true;
  bool print_suppressions = true;
  // Names that were given and do nothing.
  std::vector<std::string> without_effect;
};

// `variable` names the text in messages. Later values count, in one text and over texts.
Result<void, UsageError> read_options(std::string_view text, std::string_view variable,
                                      LiveOptions& options);
// Both variables; STEWARD_OPTIONS counts over TSAN_OPTIONS, and both over `options`.
Result<LiveOptions, UsageError> options_from_environment(LiveOptions options = {});

// Whether reports of that kind are wanted.
bool allows(const LiveOptions& options, const report::Race& race);
bool allows(const LiveOptions& options, const report::FoundItem& item);

}  // namespace steward::cli
