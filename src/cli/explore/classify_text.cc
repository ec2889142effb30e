#include "cli/explore/classify_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "cli/message.h"
#include "report/render/phrases.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

using channel::Stale;

void print_harm(const Harm& harm, const Classification& found, const Undisturbed& undisturbed,
                const report::Report& report, std::ostream& out) {
  const HeuristicRuns all = found.all();
  const report::Rate without = undisturbed.failing(harm.failure);
  out << fmt::format("  {} in {}: {} (first with seed {}, {})\n", word_for(harm.failure),
                     report::Rate{harm.runs, all.runs}.text(), harm.kept.ending.detail,
                     harm.kept.wish.header.seed, channel::word_for(harm.heuristic));
  if (harm.failure == report::Failure::slow) out << "    slower, and nothing else: no harm\n";
  else
    out << fmt::format(
        "    without stale values: not with the same seeds, and in {} of {} runs{}\n", without.hits,
        without.runs,
        found.is_due_to_stale_values(harm, undisturbed)
            ? ""
            : "; so it is not taken for a consequence of this race");
  if (!harm.read) return;
  // As its own report calls the threads.
  out << "    the last stale value before the first: " << harm.read->read.message << "\n";
  for (std::size_t i = 0; i < harm.read->read.stacks.size(); ++i) {
    if (i < harm.read->read.captions.size()) out << "    " << harm.read->read.captions[i] << "\n";
    render_stack(harm.read->read.stacks[i], out);
  }
  for (const report::Race& race : report.races)
    for (const report::Evidence& evidence : race.evidence)
      if (evidence.outcome == harm.failure && evidence.seed == harm.kept.wish.header.seed &&
          evidence.heuristic)
        out << "    replay: " << evidence.replay << "\n";
}

}  // namespace

void print_classification(const LocationClass& location, const Classification& found,
                          const Undisturbed& undisturbed, const report::Report& report,
                          std::ostream& out) {
  out << location.text << ":\n";
  const auto row = [&](Stale heuristic) {
    const HeuristicRuns& runs = found.by(heuristic);
    if (runs.runs == 0) return;
    out << fmt::format("  {:<24}{:>5} runs: a choice in {}, a stale value in {}, {} failed",
                       channel::word_for(heuristic), runs.runs, runs.choices, runs.stale,
                       runs.failed);
    if (runs.slow > 0) out << fmt::format(", {} slow", runs.slow);
    out << "\n";
  };
  for (const Stale heuristic : {Stale::latest, Stale::oldest, Stale::oldest_but_different,
                                Stale::random, Stale::random_but_different})
    row(heuristic);
  const HeuristicRuns all = found.all();
  for (const Harm& harm : found.harms()) print_harm(harm, found, undisturbed, report, out);
  if (found.overdue() > 0)
    out << fmt::format("  {} killed for the time it took (--timeout): not counted\n",
                       report::counted(found.overdue(), "run"));
  if (found.unseen_writes() > 0)
    out << fmt::format(
        "  {} by code that is not instrumented: stale values before these were "
        "given up\n",
        report::counted(found.unseen_writes(), "write"));
  const bool harmful =
      std::any_of(found.harms().begin(), found.harms().end(), [&](const Harm& harm) {
        return harm.failure != report::Failure::slow &&
               found.is_due_to_stale_values(harm, undisturbed);
      });
  if (all.choices == 0)
    out << "  no read could ever get another value than the latest: nothing was tried\n";
  else if (!harmful)
    out << fmt::format("  no harm by stale values in {} (at most {:.1f} % of such runs fail)\n",
                       report::counted(all.choices, "run"),
                       100 * report::Rate{0, all.choices}.high());
  out << std::flush;
}

std::string command_for(const LocationClass& location, const Harm& harm,
                        const std::vector<std::string>& program) {
  std::string words;
  for (const std::string& word : program) words += " " + shell_word(word);
  return fmt::format("steward classify --location {} --heuristic {}{} --seed {} --runs 1 --{}",
                     shell_word(location.races.empty() ? location.text : location.races.front().id),
                     channel::word_for(harm.heuristic),
                     harm.kept.wish.header.tear != 0 ? " --tear" : "", harm.kept.wish.header.seed,
                     words);
}

}  // namespace steward::cli
