// The racy programs of the corpus under `guard --on-race throw`: what was not refused does not
// race.
//
// Every STEWARD_CORPUS_STEP'th program, STEWARD_RUNS times, at the levels of optimisation by turns.
#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>

#include "live/programs.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

// What became of the threads that were about to race.
struct Outcomes {
  int runs = 0, threw = 0, ended_threads = 0, aborted = 0, nothing = 0;
  void count(const std::string& output) {
    const auto has = [&](const char* words) { return output.find(words) != std::string::npos; };
    const bool by_throw = has("Steward: threw"), by_end = has("Steward: ended thread"),
               by_abort = has("Steward: aborted process");
    ++runs;
    threw += by_throw;
    ended_threads += by_end;
    aborted += by_abort;
    nothing += !by_throw && !by_end && !by_abort;
  }
};
std::ostream& operator<<(std::ostream& to, const Outcomes& all) {
  return to << all.runs << " runs: " << all.threw << " threw, in " << all.ended_threads
            << " a thread ended, " << all.aborted << " were aborted, in " << all.nothing
            << " nothing was refused";
}

std::vector<fs::path> racy_programs() {
  std::vector<fs::path> racy;
  for (const auto& entry : fs::directory_iterator(STEWARD_SOURCE_DIR "/corpus/live")) {
    const std::vector<std::string> expected = said(entry.path(), "expect");
    const bool races = std::any_of(expected.begin(), expected.end(),
                                   [](const std::string& one) { return one.starts_with("race "); });
    if (races && said(entry.path(), "offline").empty()) racy.push_back(entry.path());
  }
  std::sort(racy.begin(), racy.end());
  return racy;
}

TEST(LiveGuarded, WhatIsNotRefusedDoesNotRace) {
  // reason: the plugin is built by GCC 12 with its headers only
  if (!fs::exists(STEWARD_BUILD "/lib/steward/steward_guard.so")) GTEST_SKIP();
  const std::vector<fs::path> sources = racy_programs();
  const auto step = static_cast<std::size_t>(amount("STEWARD_CORPUS_STEP", 6));
  const int runs = amount("STEWARD_RUNS", 2);
  Outcomes all;
  for (std::size_t i = 0; i < sources.size(); i += step) {
    SCOPED_TRACE(sources[i].stem().string());
    const Folder folder("guarded-" + sources[i].stem().string());
    const Build build{"guard", STEWARD_TOOL " c++ --guard", "O" + std::to_string(i / step % 4)};
    const Ran built = compile(sources[i], build, folder / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
    Outcomes of_this;
    for (int left = runs; left > 0; --left) {
      const std::string trace = (folder / "trace").string();
      const std::string detector = left % 2 == 0 ? "goldilocks" : "fasttrack";
      // Some wait for a thread that was ended, for ever.
      const Ran ran =
          run("timeout --foreground 10 " STEWARD_TOOL " guard --on-race throw --detector " +
                  detector + " --record " + trace + " -- " + (folder / "program").string(),
              folder / "run.txt");
      of_this.count(ran.output);
      all.count(ran.output);
      // What ends the process is in the trace: it cannot be taken back.
      if (ran.output.find("Steward: aborted process") != std::string::npos) continue;
      const Ran analysed = run(STEWARD_TOOL " analyze " + trace, folder / "analyze.txt");
      EXPECT_EQ(analysed.exit, 0) << ran.output << analysed.output;
    }
    std::cout << "  " << sources[i].stem().string() << ": " << of_this << "\n";
  }
  std::cout << "  all: " << all << "\n";
  EXPECT_GT(all.threw + all.ended_threads, 0);
}

}  // namespace
}  // namespace steward::live_test
