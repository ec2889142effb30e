#include "cli/explore/ending.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <sys/wait.h>

#include "cli/explore/user_check.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Failure;

// The last line of the output that says why, if there is one.
std::string line_with(const std::string& output, std::string_view words) {
  const std::size_t at = output.rfind(words);
  if (at == std::string::npos) return "";
  const std::size_t before = output.rfind('\n', at);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return output.substr(begin, output.find('\n', at) - begin);
}

// What libc and the C++ library print before they abort.
constexpr std::string_view kException = "terminate called after throwing";
constexpr std::string_view kException2 = "terminate called without an active exception";
constexpr std::string_view kAssertion = "Assertion ";

// What sanitizers say of a program that may go on all the same.
std::string sanitizer_report(const std::string& output) {
  for (const std::string_view words : {": runtime error: ", "ERROR: AddressSanitizer",
                                       "ERROR: LeakSanitizer", "WARNING: MemorySanitizer"})
    if (std::string line = line_with(output, words); !line.empty()) return line;
  return "";
}

// An execution that makes so many times as many accesses as is usual is slow.
constexpr std::uint64_t kSlow = 2;

Ending aborted(const ControlledRun& run) {
  if (std::string line = line_with(run.output, kException); !line.empty())
    return {Failure::exception, line};
  if (std::string line = line_with(run.output, kException2); !line.empty())
    return {Failure::exception, line};
  if (std::string line = line_with(run.output, kAssertion); !line.empty())
    return {Failure::abort, line};
  return {Failure::abort, "aborted"};
}

const report::FoundItem* finding(const ControlledRun& run, std::string_view kind) {
  for (const report::FoundItem& item : run.report.findings)
    if (item.kind == kind) return &item;
  return nullptr;
}

}  // namespace

std::string status_in_words(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

Ending unusual_exit(int code, int usual) {
  return {Failure::exit_code, fmt::format("exit code {} instead of {}", code, usual)};
}

std::optional<report::FoundItem> overdue_finding(const ControlledRun& run) {
  if (run.overdue == 0 || finding(run, "deadlock") != nullptr || finding(run, "hang") != nullptr)
    return std::nullopt;
  report::FoundItem item;
  item.kind = report::word_for(Failure::hang);
  item.message = fmt::format("it took longer than {} s, and was killed (--timeout sets the limit)",
                             run.overdue);
  return item;
}

Ending ending_of(const ControlledRun& run, const store::Usual& usual) {
  if (const auto* deadlock = finding(run, "deadlock"))
    return {Failure::deadlock, deadlock->message};
  if (const auto* hang = finding(run, "hang")) return {Failure::hang, hang->message};
  if (const auto overdue = overdue_finding(run)) return {Failure::hang, overdue->message};
  if (WIFSIGNALED(run.status)) {
    if (WTERMSIG(run.status) == SIGABRT) return aborted(run);
    return {Failure::crash, status_in_words(run.status)};
  }
  if (std::string line = sanitizer_report(run.output); !line.empty())
    return {Failure::abort, std::move(line)};
  if (WEXITSTATUS(run.status) != usual.exit)
    return unusual_exit(WEXITSTATUS(run.status), usual.exit);
  if (!usual.output.empty() && store::hash_of(run.output) != usual.output)
    return {Failure::wrong_output, "it writes what no undisturbed execution does"};
  if (!usual.check.empty())
    if (const int code = code_of_check(usual.check, run.output); code != 0)
      return {Failure::wrong_output, fmt::format("--check ends with {}", code)};
  if (usual.accesses != 0 && run.accesses > kSlow * usual.accesses)
    return {Failure::slow,
            fmt::format("{} accesses instead of {} at the most", run.accesses, usual.accesses)};
  return {};
}

}  // namespace steward::cli
