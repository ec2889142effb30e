// What a run reports is what an analysis of its trace reports: the same bytes, the same accesses;
// by fasttrack or by goldilocks, live or not.
//
// STEWARD_PROGRAMS random programs, from number STEWARD_FIRST_PROGRAM on, and every
// STEWARD_CORPUS_STEP'th program of the corpus.
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

#include "live/generated_program.h"
#include "live/recorded.h"

namespace steward::live_test {
namespace {

namespace fs = std::filesystem;

struct Said {
  std::set<ToldRace> run, analyze;
  std::set<ToldPlaces> kept_apart, analyze_kept_apart;
};
// A way to run a program, and to analyse the trace of that.
struct Way {
  std::string live, offline;
};
const Way kPrecise{"run", "--detector fasttrack"};
const Way kGoldilocks{"run --detector goldilocks", "--detector goldilocks"};
const Way kPredicting{"predict --phases 1", "--detector hybrid --phases 1"};

// Runs `program` with a recording and analyses it.
Said both(const Folder& folder, const fs::path& program, const Way& way) {
  const std::string trace = (folder / "trace").string();
  const auto json = [&](const char* name) { return " --json " + (folder / name).string(); };
  const Ran ran = run("timeout 60 " STEWARD_TOOL " " + way.live + json("run.json") + " --record " +
                          trace + " -- " + program.string(),
                      folder / "run.txt");
  EXPECT_TRUE(ran.exit == 0 || ran.exit == 66) << ran.exit << ": " << ran.output;
  const Ran analysed =
      run(STEWARD_TOOL " analyze " + way.offline + json("analyze.json") + " " + trace,
          folder / "analyze.txt");
  Said said{told_races(ran.output), told_races(analysed.output),
            told_places(folder / "run.json", "kept_apart"),
            told_places(folder / "analyze.json", "kept_apart")};
  // A program may have failed by other findings than races, which traces do not show.
  EXPECT_EQ(analysed.exit, said.run.empty() ? 0 : 66) << ran.output << analysed.output;
  return said;
}

// What the last trace has, as another precise detector says it.
std::set<ToldRace> told_offline(const Folder& folder, const std::string& detector) {
  return told_races(
      run(STEWARD_TOOL " analyze --detector " + detector + " " + (folder / "trace").string(),
          folder / "other.txt")
          .output);
}

// Every race of an execution is predicted from it, or only messages keep the accesses apart.
void expect_predicted(const Folder& folder) {
  const Ran precise =
      run(STEWARD_TOOL " analyze --detector fasttrack --json " +
              (folder / "precise.json").string() + " " + (folder / "trace").string(),
          folder / "precise.txt");
  const auto predicted = told_places(folder / "analyze.json", "races");
  const auto kept_apart = told_places(folder / "analyze.json", "kept_apart");
  for (const ToldPlaces& race : told_places(folder / "precise.json", "races"))
    EXPECT_TRUE(predicted.contains(race) || kept_apart.contains(race))
        << race.first << " and " << race.second << "\n"
        << precise.output;
}

void expect_agreement(const Said& said) {
  EXPECT_EQ(said.run, said.analyze);
  EXPECT_EQ(said.kept_apart, said.analyze_kept_apart);
}

// The compilers take turns with the levels: many programs matter more than each in all ways.
Build build_of(int number) {
  const std::vector<Build> all = builds();
  return all[static_cast<std::size_t>(number) % all.size()];
}

bool includes(const std::vector<Address>& all, const std::vector<Address>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

TEST(LiveAgreement, RandomProgramsRaceAsTheirTracesDo) {
  const int first = amount("STEWARD_FIRST_PROGRAM", 0);
  const int count = amount("STEWARD_PROGRAMS", 16);
  std::size_t races = 0, apart = 0, judged = 0;
  for (int number = first; number < first + count; ++number) {
    SCOPED_TRACE("program " + std::to_string(number));
    const Folder folder("generated-" + std::to_string(number));
    const fs::path source = folder / "program.c";
    std::ofstream(source) << generated_program(static_cast<std::uint64_t>(number / 4));
    const Ran built = compile(source, build_of(number), folder / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
    const Said by_sets = both(folder, folder / "program", kGoldilocks);
    expect_agreement(by_sets);
    EXPECT_EQ(told_offline(folder, "fasttrack"), by_sets.run);
    const Said predicted = both(folder, folder / "program", kPredicting);
    expect_agreement(predicted);
    apart += predicted.kept_apart.size();
    expect_predicted(folder);
    const Said said = both(folder, folder / "program", kPrecise);
    expect_agreement(said);
    EXPECT_EQ(told_offline(folder, "goldilocks"), said.run);
    races += said.run.size();
    bool too_long = false;
    const std::vector<Address> defined = racy_bytes_by_definition(folder / "trace", too_long);
    if (too_long) continue;
    // Of the races of two places only one is shown, so that a byte may not be where it is: but an
    // access that touches it is told.
    EXPECT_TRUE(includes(defined, racy_bytes(said.run)));
    EXPECT_TRUE(includes(bytes_of(said.run), defined));
    ++judged;
  }
  // The comparison is worth something.
  EXPECT_GT(races, static_cast<std::size_t>(count));
  EXPECT_GT(apart, 0u);
  EXPECT_GT(judged, static_cast<std::size_t>(count) / 2);
}

TEST(LiveAgreement, CorpusProgramsRaceAsTheirTracesDo) {
  std::vector<fs::path> sources;
  for (const char* folder :
       {STEWARD_SOURCE_DIR "/corpus/live", STEWARD_SOURCE_DIR "/corpus/litmus"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() != ".h" && said(entry.path(), "offline").empty())
        sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  const auto step = static_cast<std::size_t>(amount("STEWARD_CORPUS_STEP", 8));
  for (std::size_t i = 0; i < sources.size(); i += step) {
    SCOPED_TRACE(sources[i].stem().string());
    const Folder folder("recorded-" + sources[i].stem().string());
    const Ran built = compile(sources[i], build_of(static_cast<int>(i / step)), folder / "program");
    ASSERT_EQ(built.exit, 0) << built.output;
    for (const Way& way : {kPrecise, kGoldilocks})
      expect_agreement(both(folder, folder / "program", way));
    if (!said(sources[i], "predict").empty()) continue;
    expect_agreement(both(folder, folder / "program", kPredicting));
    expect_predicted(folder);
  }
}

}  // namespace
}  // namespace steward::live_test
