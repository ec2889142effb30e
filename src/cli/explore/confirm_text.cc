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
    case channel::Choice::random:
    case channel::Choice::varied:
    case channel::Choice::mixed: break;
    case channel::Choice::pct: return "pct";
    case channel::Choice::pos: return "pos";
  }
  return "random";
}

void print_endings(const PairVerdict& found, const Undirected& undirected, std::ostream& out) {
  const auto alone = undirected.failures();
  for (const Endings& ending : found.directed.endings()) {
    const auto same = alone.find(ending.failure);
    out << fmt::format(
        "  {} in {}: {} (first with seed {})\n    without a direction: {} of {} runs{}\n",
        word_for(ending.failure), report::Rate{ending.runs, found.directed.together().runs}.text(),
        ending.kept.ending.detail, ending.kept.wish.header.seed,
        same == alone.end() ? 0 : same->second.runs, undirected.runs(),
        found.is_explained(ending.failure) ? ""
                                           : "; so it is not taken for a consequence of this race");
  }
}

// Who waits, once both have made their accesses or before that.
std::string_view word_for_trial(channel::Trial trial) {
  switch (trial) {
    case channel::Trial::both_go_on: return "both go on";
    case channel::Trial::one_is_late:
    case channel::Trial::other_is_late: return "one of them waits, which makes its access before";
    default: return "one of them waits";
  }
}

void print_trial(const Suspect& suspect, const OrderTrial& trial, std::ostream& out) {
  if (trial.runs() == 0) return;
  out << fmt::format("  who goes first was tried in {}\n", report::counted(trial.hits(), "run"));
  const bool same = suspect.statements[0] == suspect.statements[1];
  for (const OrderTrial::Proof& proof : trial.proofs()) {
    const std::string first =
        same ? "one order of the two"
             : suspect.statements[proof.order == OrderTrial::one_first ? 0 : 1].text() + " first";
    out << fmt::format("    {} in {} with {}, in {} with the other order (then {})\n",
                       word_for(proof.failure), proof.so.brief(), first, proof.otherwise.brief(),
                       word_for_trial(proof.trial));
  }
}

}  // namespace

void print_rates(const Suspect& suspect, const PairVerdict& found, const Undirected& undirected,
                 const report::Race* before, std::ostream& out) {
  const Confirmation& directed = found.directed;
  out << suspect.text() << ":\n";
  out << fmt::format("  held together in {}\n", directed.together().text());
  if (directed.unordered().hits > 0)
    out << fmt::format("  unordered by happens-before in {}\n", directed.unordered().text());
  const std::uint64_t happened = directed.happened().hits;
  if (happened == 0)
    out << fmt::format("  not reproduced in {}{}\n",
                       report::counted(directed.together().runs, "run"),
                       before == nullptr || before->verdict == report::Verdict::potential
                           ? ""
                           : fmt::format(", {} before", word_for(before->verdict)));
  print_endings(found, undirected, out);
  if (directed.endings().empty() && happened > 0)
    out << fmt::format("  no failure in {}{} (at most {:.1f} % of such runs fail)\n",
                       report::counted(happened, "run"),
                       happened < directed.together().runs ? " with the race" : "",
                       100 * report::Rate{0, happened}.high());
  print_trial(suspect, found.trial, out);
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
                        const ConfirmWish& wish, const std::vector<std::string>& program) {
  std::string words;
  for (const std::string& word : program) words += " " + shell_word(word);
  const std::string sites =
      fmt::format("{},{}", suspect.statements[0].text(), suspect.statements[1].text());
  std::string strategy{word_for_choice(header.choice)};
  if (header.directed == channel::Direction::races) strategy = "directed";
  std::uint64_t seed = header.seed, runs = 1;
  // A single run says nothing of what the order decides.
  if (header.trial != channel::Trial::none) {
    strategy = wish.strategy;
    seed = wish.seed;
    runs = wish.runs;
  }
  return fmt::format("steward confirm --sites {} --strategy {}{} --seed {} --runs {} --{}",
                     shell_word(sites), strategy, header.spurious != 0 ? " --spurious" : "", seed,
                     runs, words);
}

}  // namespace steward::cli
