#include "cli/explore/determinism.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/live/advice.h"
#include "report/render/phrases.h"
#include "report/render/text.h"

namespace steward::cli {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The word around the first place where two lines differ, of one of them.
std::string_view word_at(std::string_view line, std::size_t at) {
  const auto is_part = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_';
  };
  std::size_t begin = std::min(at, line.size());
  std::size_t end = begin;
  while (begin > 0 && is_part(begin - 1)) --begin;
  while (end < line.size() && is_part(end)) ++end;
  return line.substr(begin, end - begin);
}

bool is_number_of(std::string_view word, const ControlledRun& run) {
  return std::any_of(run.processes.begin(), run.processes.end(),
                     [&](std::uint64_t process) { return word == std::to_string(process); });
}

bool is_address(std::string_view word) {
  constexpr std::size_t kShortest = 8;
  return word.starts_with("0x") && word.size() >= kShortest;
}

void compare_output(const ControlledRun& first, const ControlledRun& second, Comparison& found) {
  const auto a = lines_of(first.output);
  const auto b = lines_of(second.output);
  const std::size_t both = std::min(a.size(), b.size());
  const auto at = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both), b.begin()).first -
      a.begin());
  if (at == a.size() && at == b.size()) return;
  const std::string_view line = at < a.size() ? a[at] : "";
  const std::string_view other = at < b.size() ? b[at] : "";
  found.differences.push_back(fmt::format("the output: \"{}\" in one, \"{}\" in the other",
                                          report::printable(line), report::printable(other)));
  const std::size_t column = static_cast<std::size_t>(
      std::mismatch(line.begin(),
                    line.begin() + static_cast<std::ptrdiff_t>(std::min(line.size(), other.size())),
                    other.begin())
          .first -
      line.begin());
  const std::string_view words[] = {word_at(line, column), word_at(other, column)};
  if (is_address(words[0]) && is_address(words[1]))
    found.reasons.emplace_back(
        "it prints an address, and the system gives it other ones each time");
  else if (is_number_of(words[0], first) && is_number_of(words[1], second))
    found.reasons.emplace_back("it prints the number of its process");
}

void find_reasons(const ControlledRun& run, Comparison& found) {
  for (const std::string& path : run.opened) {
    if (path == "/dev/urandom" || path == "/dev/random")
      found.reasons.push_back(
          fmt::format("it reads {} as a stream, which is not controlled", path));
    else if (path.starts_with("/proc/"))
      found.reasons.push_back(fmt::format("it reads {}, which tells of the machine", path));
  }
}

// What is in the files that it has read, when it has ended.
using Contents = std::map<std::string, std::optional<std::string>>;
Contents contents_behind(const ControlledRun& run) {
  Contents contents;
  for (const std::string& path : run.opened) contents[path] = store::hash_of_file(path);
  return contents;
}
void compare_files(const Contents& first, const Contents& second, Comparison& found) {
  for (const auto& [path, hash] : first) {
    const auto other = second.find(path);
    if (other != second.end() && other->second != hash)
      found.reasons.push_back(fmt::format("{}, which it reads, is another each time", path));
  }
}

const report::FoundItem* divergence_in(const ControlledRun& run) {
  for (const report::FoundItem& item : run.report.findings)
    if (item.kind == "divergence") return &item;
  return nullptr;
}

report::FoundItem finding_of(std::uint64_t seed, const Comparison& found,
                             const ControlledRun& second) {
  report::FoundItem item;
  if (const auto* const divergence = divergence_in(second)) item = *divergence;
  item.id = "F-1";
  item.kind = "nondeterminism";
  item.message = fmt::format("two executions with seed {} differ: {}", seed,
                             fmt::join(found.differences, "; "));
  item.message +=
      found.reasons.empty()
          ? ". No reason is known; it may be a clock or random number of the processor, "
            "memory that was never set, a signal of a timer, another process"
          : fmt::format(". A likely reason: {}", fmt::join(found.reasons, "; "));
  return item;
}

}  // namespace

Comparison compare(const ControlledRun& first, const ControlledRun& second) {
  Comparison found;
  if (const auto* const divergence = divergence_in(second))
    found.differences.push_back(divergence->message);
  // Who is killed may have come anywhere.
  else if (first.schedule != second.schedule && (first.overdue == 0 || second.overdue == 0))
    found.differences.emplace_back("one of them ended sooner");
  else if (first.status != second.status)
    found.differences.push_back(fmt::format("the end: {} in one, {} in the other",
                                            status_in_words(first.status),
                                            status_in_words(second.status)));
  compare_output(first, second, found);
  if (!found.differences.empty()) find_reasons(second, found);
  return found;
}

Result<void, std::string> check_determinism(const ConfirmWish& wish, Crew& crew,
                                            const std::atomic<bool>& interrupted,
                                            CampaignReport& report) {
  // Once more by the same server, and from the start: processes of one server have more in common.
  auto other = Stage::create(crew.program(), 1, interrupted);
  if (!other) return std::move(other).error();
  ControlledWish controlled = wish_for(wish);
  std::uint64_t seeds = 0;  // that were compared
  for (std::uint64_t i = 0; i < wish.runs && !interrupted; ++i) {
    controlled.header.seed = wish.seed + i;
    controlled.expected.clear();
    const auto first = crew.stage().run(controlled);
    if (!first) return first.error();
    report.note(*first);
    if (first->interrupted) break;
    if (first->watched == 0) return advice_after(crew.program().path);
    controlled.expected = first->schedule;
    for (Stage* const stage : {other->get(), &crew.stage()}) {
      const Contents before = contents_behind(*first);
      const auto again = stage->run(controlled);
      if (!again) return again.error();
      report.note(*again);
      if (again->interrupted) break;
      Comparison found = compare(*first, *again);
      if (found.differences.empty()) continue;
      compare_files(before, contents_behind(*again), found);
      report.progress().clear();
      report::Report& all = report.report();
      all.findings.push_back(finding_of(controlled.header.seed, found, *again));
      render_finding(again->report, all.findings.back(), report.is_on_screen(), report.text());
      all.threads = again->report.threads;
      all.locks = again->report.locks;
      return {};
    }
    if (interrupted) break;
    ++seeds;
    report.progress().update([&] { return fmt::format("{} of {} seeds", seeds, wish.runs); });
  }
  report.progress().clear();
  if (seeds > 0)
    report.text() << fmt::format("each of {} gave the same execution three times\n",
                                 report::counted(seeds, "seed"));
  return {};
}

}  // namespace steward::cli
