#include "cli/explore/confirm_text.h"

#include <fmt/format.h>
#include <ostream>
#include <string_view>

#include "cli/message.h"
#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::cli {
namespace {

std::string_view word_for_choice(channel::Choice choice) {
  switch (choice) {
    case channel::Choice::random: break;
    case channel::Choice::pct: return "pct";
    case channel::Choice::pos: return "pos";
  }
  return "random";
}

// `others`: how the runs are called that show what the program does on its own.
void print_endings(const Confirmation& confirmation, const Undirected& undirected,
                   const char* others, std::ostream& out) {
  const auto alone = undirected.failures();
  for (const Endings& ending : confirmation.endings()) {
    const auto same = alone.find(ending.failure);
    out << fmt::format("  {} in {}: {} (first with seed {})\n    {}: {} of {} runs{}\n",
                       word_for(ending.failure),
                       report::Rate{ending.runs, confirmation.together().runs}.text(),
                       ending.kept.ending.detail, ending.kept.wish.header.seed, others,
                       same == alone.end() ? 0 : same->second.runs, undirected.runs(),
                       confirmation.is_evidence(ending, undirected)
                           ? ""
                           : "; so it is not taken for a consequence of this race");
  }
}

}  // namespace

void print_rates(const Suspect& suspect, const Confirmations& found, const Undirected& undirected,
                 const report::Race* before, std::ostream& out) {
  const auto print_hits = [&](const Confirmation& runs) {
    out << fmt::format("  held together in {}\n", runs.together().text());
    if (runs.unordered().hits > 0)
      out << fmt::format("  unordered by happens-before in {}\n", runs.unordered().text());
  };
  const Confirmation& directed = found.directed;
  out << suspect.text() << ":\n";
  print_hits(directed);
  const std::uint64_t happened = directed.happened().hits;
  if (happened == 0)
    out << fmt::format("  not reproduced in {}{}\n",
                       report::counted(directed.together().runs, "run"),
                       before == nullptr || before->verdict == report::Verdict::potential
                           ? ""
                           : fmt::format(", {} before", word_for(before->verdict)));
  print_endings(directed, undirected, "without a direction", out);
  if (directed.endings().empty() && happened > 0)
    out << fmt::format("  no failure in {}{} (at most {:.1f} % of such runs fail)\n",
                       report::counted(happened, "run"),
                       happened < directed.together().runs ? " with the race" : "",
                       100 * report::Rate{0, happened}.high());
  if (found.others.happened().runs > 0) {
    out << "  stopping at the pair, but without a direction:\n";
    print_hits(found.others);
    print_endings(found.others, undirected, "without stopping there", out);
  }
  out << std::flush;
}

void print_stops(const Undirected& runs, const char* kind, std::ostream& out) {
  for (const auto& [failure, group] : runs.failures())
    if (stops_for_good(failure))
      out << fmt::format("{} in {} {} (first with seed {})\n", word_for(failure),
                         report::Rate{group.runs, runs.runs()}.text(), kind,
                         group.first.wish.header.seed);
}

std::string command_for(const Suspect& suspect, const channel::ExplorationHeader& header,
                        const std::vector<std::string>& program) {
  std::string words;
  for (const std::string& word : program) words += " " + shell_word(word);
  const std::string sites =
      fmt::format("{},{}", suspect.statements[0].text(), suspect.statements[1].text());
  return fmt::format(
      "steward confirm --sites {} --strategy {}{} --seed {} --runs 1 --{}", shell_word(sites),
      header.directed == channel::Direction::races ? "directed" : word_for_choice(header.choice),
      header.spurious != 0 ? " --spurious" : "", header.seed, words);
}

}  // namespace steward::cli
