// steward confirm: forces predicted races to happen.

#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/explore/confirmation.h"
#include "cli/explore/suspects.h"
#include "cli/live/advice.h"
#include "cli/live/live_run.h"
#include "cli/live/program.h"
#include "cli/message.h"
#include "cli/reporting.h"
#include "report/fingerprint.h"
#include "report/render/phrases.h"
#include "report/render/text.h"
#include "report/words.h"

namespace steward::cli {
namespace {

int mistake(const std::string& message) {
  say(message);
  return kExitMistake;
}

// What clocks show when a controlled execution begins: always the same day.
constexpr std::uint64_t kStartTime = std::uint64_t{1'700'000'000} * 1'000'000'000;
// Whoever takes so many times as many steps as the longest run without a direction hangs.
constexpr std::uint64_t kHang = 20;
constexpr std::uint64_t kFewSteps = 100'000;
// As long as nothing is known of the program.
constexpr std::uint64_t kMostSteps = 10'000'000;

bool was_interrupted(int status) {
  if (!WIFSIGNALED(status)) return false;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    if (WTERMSIG(status) == signal) return true;
  return false;
}

class Confirming {
 public:
  Confirming(const Arguments& arguments, ControlledProgram program, Reporting& reporting)
      : program_(std::move(program)),
        reporting_(reporting),
        runs_(static_cast<std::uint64_t>(arguments.number("--runs"))),
        seed_(static_cast<std::uint64_t>(arguments.number("--seed"))),
        strategy_(arguments.text("--strategy")) {
    program_.symbols = &symbols_;
    wish_.header.start_time = kStartTime;
    wish_.header.spurious = arguments.given("--spurious") ? 1 : 0;
    wish_.header.most_steps = kMostSteps;
    if (strategy_ == "pct") wish_.header.choice = channel::Choice::pct;
    if (strategy_ == "pos") wish_.header.choice = channel::Choice::pos;
    report_.command = "confirm";
    report_.program = program_.words;
  }

  int confirm(std::vector<Suspect> suspects, const report::Report& from) {
    const auto begin = std::chrono::steady_clock::now();
    for (Suspect& suspect : suspects) {
      if (auto done = confirm(suspect, from); !done) return mistake(done.error());
      if (interrupted_) break;
    }
    report_.outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    print_summary(suspects.size());
    if (!reporting_.write_json(report_)) return kExitMistake;
    if (interrupted_) return kExitMistake;
    bool fails = !report_.findings.empty();
    for (const report::Race& race : report_.races) fails |= reporting_.fails_by(race);
    return fails ? reporting_.exit_code() : kExitOk;
  }

 private:
  Result<ControlledRun, std::string> run(
      std::uint64_t seed, bool directed,
      const std::function<void(const report::LiveReport&)>& look = {}) {
    wish_.header.seed = seed;
    wish_.header.directed = directed ? 1 : 0;
    auto done = run_controlled(program_, wish_, look);
    ++report_.outcome.runs;
    if (done && was_interrupted(done->status)) interrupted_ = true;
    if (done) take_findings(*done, seed);
    return done;
  }

  // What stops a program for good is worth a word of its own, whoever directed the run: once for
  // each set of places.
  void take_findings(const ControlledRun& done, std::uint64_t seed) {
    for (const report::FoundItem& item : done.report.findings) {
      if (item.kind != "deadlock" && item.kind != "hang") continue;
      bool known = false;
      for (const report::FoundItem& before : report_.findings)
        known |= before.kind == item.kind && before.stacks == item.stacks;
      if (known || reporting_.suppresses(item)) continue;
      clear_progress();
      report_.findings.push_back(item);
      report_.findings.back().id = fmt::format("F-{}", report_.findings.size());
      render_finding(done.report, report_.findings.back(), is_screen(STDOUT_FILENO), std::cout);
      std::cout << fmt::format("Seed: {}\n", seed) << std::flush;
      merge(done.report);
    }
  }

  // Runs that nobody directs: what the program does by itself, where its code is.
  Result<void, std::string> scout(const Suspect& suspect) {
    wish_.ranges.clear();
    wish_.pairs.clear();
    std::set<std::size_t> found;
    const bool same = suspect.statements[0] == suspect.statements[1];
    auto first = run(seed_, false, [&](const report::LiveReport& live) {
      live.for_each_space([&](const report::AddressSpace& space) {
        for (std::size_t i = 0; i < (same ? 1u : 2u); ++i) {
          for (const auto& range : code_of(suspect.statements[i], i + 1, space)) {
            wish_.ranges.push_back(range);
            found.insert(i);
          }
        }
      });
    });
    if (!first) return first.error();
    if (first->watched == 0) return advice_after(program_.path);
    for (std::size_t i = 0; i < (same ? 1u : 2u); ++i)
      if (!found.contains(i))
        return fmt::format(
            "{}: no code of the program comes from there (of the modules it had "
            "loaded, with debug information: compile with -g)",
            suspect.statements[i].text());
    wish_.pairs.push_back({1, same ? 1u : 2u});
    return {};
  }
  Result<void, std::string> run_undirected() {
    wish_.header.expected_steps = 1000;
    // Nor is anything watched: threads go on at its accesses as anywhere.
    const auto ranges = std::exchange(wish_.ranges, {});
    for (std::uint64_t i = 0; i < runs_ && !interrupted_; ++i) {
      const auto done = run(seed_ + i, false);
      if (!done) return done.error();
      undirected_.add(*done);
      show_progress("undirected runs", i + 1);
    }
    wish_.ranges = ranges;
    return {};
  }
  // A watched access is a step, too: what is usual for this pair shows when nobody is held there.
  Result<void, std::string> measure() {
    wish_.header.expected_steps = std::max<std::uint64_t>(undirected_.longest, 1);
    wish_.header.most_steps = kMostSteps;
    const auto done = run(seed_, false);
    if (!done) return done.error();
    const std::uint64_t usual = std::max(undirected_.longest, done->steps);
    wish_.header.expected_steps = std::max<std::uint64_t>(usual, 1);
    wish_.header.most_steps = std::max(kHang * usual, kFewSteps);
    return {};
  }

  Result<void, std::string> run_watched(const Suspect& suspect, bool directed,
                                        Confirmation& confirmation) {
    for (std::uint64_t i = 0; i < runs_ && !interrupted_; ++i) {
      const auto done = run(seed_ + i, directed);
      if (!done) return done.error();
      confirmation.add(*done, seed_ + i, undirected_.usual_exit());
      show_progress(suspect.text(), i + 1);
    }
    return {};
  }

  Result<void, std::string> confirm(const Suspect& suspect, const report::Report& from) {
    if (auto ready = scout(suspect); !ready) return ready;
    if (undirected_.runs == 0) {
      if (auto done = run_undirected(); !done) return done;
    }
    if (auto done = measure(); !done) return done;
    Confirmation confirmation(suspect.statements[0] == suspect.statements[1]);
    const bool directed = strategy_ == "directed";
    if (auto done = run_watched(suspect, directed, confirmation); !done) return done;
    // Who is held at one statement may keep others from ever coming to the other.
    if (directed && !confirmation.real_by())
      if (auto done = run_watched(suspect, false, confirmation); !done) return done;
    clear_progress();
    conclude(suspect, confirmation, from);
    return {};
  }

  // Puts the race into the report, and prints it.
  void conclude(const Suspect& suspect, const Confirmation& confirmation,
                const report::Report& from) {
    const report::Report& around = confirmation.example() ? confirmation.example_report() : from;
    report::Race race = confirmation.example() ? *confirmation.example()
                        : suspect.race         ? *suspect.race
                                               : report::Race();
    if (suspect.race) {
      race.id = suspect.race->id;
      race.fingerprint = suspect.race->fingerprint;
      race.hint = suspect.race->hint;
      race.runs.predicted = suspect.race->runs.predicted;
    } else {
      race.id = race.fingerprint.empty() ? "R-0" : report::short_ids({race.fingerprint}).front();
    }
    race.verdict = confirmation.verdict(undirected_);
    race.real_by = confirmation.real_by();
    race.runs.confirm_tried = confirmation.together().runs;
    race.runs.confirmed = confirmation.together().hits;
    race.runs.failed = confirmation.failed();
    add_evidence(suspect, confirmation, race);
    if (confirmation.example() || suspect.race) {
      render_race(around, race, is_screen(STDOUT_FILENO), std::cout);
      merge(around);
      report_.races.push_back(race);
    }
    print_rates(suspect, confirmation);
  }

  void add_evidence(const Suspect& suspect, const Confirmation& confirmation, report::Race& race) {
    for (const Endings& ending : confirmation.endings()) {
      if (!confirmation.is_evidence(ending, undirected_)) continue;
      report::Evidence evidence;
      evidence.id = fmt::format("{}.{}", race.id, race.evidence.size() + 1);
      evidence.outcome = ending.failure;
      evidence.detail = ending.detail;
      evidence.seed = ending.seed;
      evidence.first = ending.first;
      evidence.replay = fmt::format("steward confirm --sites {},{} --seed {} --runs 1 -- {}",
                                    suspect.statements[0].text(), suspect.statements[1].text(),
                                    ending.seed, fmt::join(program_.words, " "));
      race.evidence.push_back(std::move(evidence));
    }
  }

  void print_rates(const Suspect& suspect, const Confirmation& confirmation) {
    std::cout << fmt::format("{}:\n  held together in {}\n", suspect.text(),
                             confirmation.together().text());
    if (confirmation.unordered().hits > 0)
      std::cout << fmt::format("  unordered by happens-before in {}\n",
                               confirmation.unordered().text());
    if (confirmation.together().hits + confirmation.unordered().hits == 0)
      std::cout << fmt::format("  not reproduced in {}\n",
                               report::counted(confirmation.together().runs, "run"));
    for (const Endings& ending : confirmation.endings()) {
      const auto alone = undirected_.failures.find(ending.failure);
      const std::uint64_t count = alone == undirected_.failures.end() ? 0 : alone->second;
      std::cout << fmt::format(
          "  {} in {}: {} (first with seed {})\n    without a direction: {} of {} runs{}\n",
          word_for(ending.failure), Rate{ending.runs, confirmation.together().runs}.text(),
          ending.detail, ending.seed, count, undirected_.runs,
          confirmation.is_evidence(ending, undirected_)
              ? ""
              : "; so it is not taken for a consequence of this race");
    }
    if (confirmation.endings().empty() && confirmation.real_by())
      std::cout << fmt::format("  no failure in {} (at most {:.1f} % of such runs fail)\n",
                               report::counted(confirmation.together().runs, "run"),
                               100 * Rate{0, confirmation.together().runs}.high());
    std::cout << std::flush;
  }

  void print_summary(std::size_t pairs) {
    std::array<std::uint64_t, 3> verdicts = {};
    for (const report::Race& race : report_.races)
      ++verdicts[static_cast<std::size_t>(race.verdict)];
    std::cout << fmt::format(
        "Steward: {}: {} harmful, {} real, {} not reproduced{}; {} in {:.1f} s\n",
        report::counted(pairs, "pair"), verdicts[2], verdicts[1], pairs - verdicts[2] - verdicts[1],
        report_.findings.empty()
            ? ""
            : fmt::format("; {}", report::counted(report_.findings.size(), "other finding")),
        report::counted(report_.outcome.runs, "run"), report_.outcome.seconds);
  }

  // Threads and locks are called the same in all runs, as far as they do the same.
  void merge(const report::Report& around) {
    const auto add = [](auto& all, const auto& more) {
      for (const auto& one : more) {
        bool known = false;
        for (const auto& before : all) known |= before.id == one.id;
        if (!known) all.push_back(one);
      }
    };
    add(report_.threads, around.threads);
    add(report_.locks, around.locks);
  }

  void show_progress(const std::string& what, std::uint64_t done) {
    if (!is_screen(STDERR_FILENO)) return;
    std::cerr << fmt::format("\rsteward: {}: {} of {} runs\033[K", what, done, runs_) << std::flush;
  }
  void clear_progress() {
    if (is_screen(STDERR_FILENO)) std::cerr << "\r\033[K" << std::flush;
  }

  ControlledProgram program_;
  Reporting& reporting_;
  const std::uint64_t runs_;
  const std::uint64_t seed_;
  const std::string strategy_;
  report::SymbolCache symbols_;
  ControlledWish wish_;
  Undirected undirected_;
  report::Report report_;
  bool interrupted_ = false;
};

int confirm(const Arguments& arguments) {
  auto reporting = Reporting::prepare(arguments, arguments.text("--from"));
  if (!reporting) return mistake(reporting.error().message);
  report::Report from;
  auto suspects = find_suspects(arguments, from);
  if (!suspects) return mistake(suspects.error().message);
  auto path = find_program(arguments.program()[0]);
  if (!path) return mistake(path.error().message);
  if (const std::string advice = advice_before(*path); !advice.empty()) return mistake(advice);
  auto preload = preload_list("explore");
  if (!preload) return mistake(preload.error().message);
  const char* folder = std::getenv("TMPDIR");
  ControlledProgram program{*path, arguments.program(), *preload,
                            folder != nullptr && *folder != 0 ? folder : "/tmp"};
  return Confirming(arguments, std::move(program), *reporting).confirm(*std::move(suspects), from);
}

const RegisteredCommand registered({
    .name = "confirm",
    .summary = "forces predicted races to happen, and says what comes of it",
    .description =
        "Runs a program again and again, one thread at a time, with schedules that are directed\n"
        "at a pair of statements: a thread that comes to one of them is held there until another\n"
        "stands at a conflicting access to the same bytes. Then both are there at the same\n"
        "moment, which makes the race real, and a coin decides who goes first. See\n"
        "docs/confirm.md. The program's output is not shown; what it reads is its input again in\n"
        "each run, if that is a file.\n\n"
        "Verdicts: `real` if both threads were held there together, or their accesses were\n"
        "unordered by happens-before; `harmful` if the program then failed in a way that depends\n"
        "on who went first, or that it never shows in as many runs that are not directed; else\n"
        "the race stays `potential`.\n\n"
        "Exit code: 66 (or that of --exit-code) if a race is at or above --fail-on; 0 if not; 2\n"
        "if the command is wrong, or nothing that ran was instrumented.",
    .options = live_options(
        {{.name = "--from",
          .value_name = "F",
          .help = "confirm the races of this report (the JSON of predict or run)"},
         {.name = "--pair", .value_name = "ID", .help = "only this one of them"},
         {.name = "--sites",
          .value_name = "A,B",
          .help = "confirm this pair instead: FILE:LINE[:COL],FILE:LINE[:COL], where FILE may be "
                  "the end of a path"},
         {.name = "--runs",
          .value_name = "N",
          .help = "directed runs of each pair, and as many that are not directed",
          .fallback = "100",
          .largest_number = 1'000'000},
         {.name = "--seed",
          .value_name = "S",
          .help = "of the first run; the next one has the next number",
          .fallback = "1",
          .largest_number = 2'000'000'000},
         {.name = "--strategy",
          .value_name = "D",
          .help = "who runs next: directed at the pair, or without direction by a random walk, by "
                  "random priorities (pct), by partial order sampling (pos)",
          .choices = {"directed", "random", "pct", "pos"},
          .fallback = "directed"},
         {.kind = OptionKind::flag,
          .name = "--spurious",
          .help = "let waits for conditions end without a reason now and then, as they may"}}),
    .run = confirm,
});

}  // namespace
}  // namespace steward::cli
