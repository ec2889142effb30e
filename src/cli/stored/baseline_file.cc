#include "cli/stored/baseline_file.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "report/render/function_name.h"
#include "report/render/phrases.h"
#include "report/text_file.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using report::Verdict;

constexpr char kHead[] =
    "# Races that are known. `steward baseline` compares with them; --update writes them anew.\n"
    "# verdict fingerprint program  location and functions\n";

std::string function_of(const report::Access& access) {
  return access.stack.empty() ? "?" : report::function_name(access.stack.front());
}

// Without what a file would have to escape.
std::string one_line(const std::string& text) { return report::printable(text); }

std::optional<Verdict> verdict_named(const std::string& word) {
  for (const Verdict one : {Verdict::potential, Verdict::real, Verdict::harmful})
    if (word == report::word_for(one)) return one;
  return std::nullopt;
}

}  // namespace

std::pair<Baseline::Key, Baseline::Line> Baseline::line_of(const store::Stored& one) {
  std::string program = std::filesystem::path(one.program).filename().string();
  for (char& c : program)
    if (c == ' ' || c == '\n' || c == '\t') c = '_';
  if (one.report.races.empty()) {
    const report::FoundItem& item = one.report.findings.front();
    return {{program, store::finding_id(item, program)}, {Verdict::potential, one_line(item.kind)}};
  }
  const report::Race& race = one.report.races.front();
  // Who came first differs from run to run.
  std::string first = function_of(race.earlier()), second = function_of(race.later());
  if (second < first) std::swap(first, second);
  return {{program, race.fingerprint},
          {race.verdict,
           one_line(fmt::format("{}: {}, {}", report::name_of(race.location), first, second))}};
}

Baseline Baseline::of(const std::vector<store::Stored>& all) {
  Baseline baseline;
  for (const store::Stored& one : all) baseline.lines_.insert(line_of(one));
  return baseline;
}

Result<Baseline, std::string> Baseline::read(const std::string& file) {
  auto text = report::read_text(file, "the list of known races");
  if (!text) return text.error().message() + "; steward baseline --update writes one";
  Baseline baseline;
  std::istringstream lines(*text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string verdict, fingerprint, program, about;
    words >> verdict >> fingerprint >> program >> std::ws;
    std::getline(words, about);
    const auto meant = verdict_named(verdict);
    if (!meant || program.empty())
      return fmt::format("{}:{}: not a verdict, a fingerprint and a program: '{}'", file, number,
                         report::printable(line));
    baseline.lines_[{program, fingerprint}] = {*meant, about};
  }
  return baseline;
}

std::string Baseline::text() const {
  std::string text = kHead;
  for (const auto& [key, line] : lines_)
    text += fmt::format("{} {} {}  {}\n", report::word_for(line.verdict), key.second, key.first,
                        line.about);
  return text;
}

bool Baseline::knows(const store::Stored& one) const {
  const auto [key, line] = line_of(one);
  const auto found = lines_.find(key);
  return found != lines_.end() && line.verdict <= found->second.verdict;
}

}  // namespace steward::cli
