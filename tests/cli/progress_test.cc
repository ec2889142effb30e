// Long commands show that they are alive, and take the line away when the result comes.
#include "cli/progress.h"

#include <fcntl.h>
#include <pty.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/run_tool.h"

namespace steward::cli_test {
namespace {

// Long enough for every machine to need more than the quarter of a second between two updates.
std::string long_trace(const Folder& folder) {
  constexpr std::uint64_t kEvents = 3'000'000, kLocations = 100'003;
  std::vector<Event> events;
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const ThreadId thread(static_cast<std::uint32_t>(i % 7));
    events.push_back(event::read(thread, {Address(0x1000 + 8 * (i * 7919 % kLocations)), 8}));
  }
  return folder.trace("long.trace", events);
}

// Everything that the tool writes to standard error if that is a terminal.
std::string on_terminal(const std::vector<std::string>& words) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    std::vector<char*> arguments{const_cast<char*>(STEWARD_TOOL)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0) execv(STEWARD_TOOL, arguments.data());
    _exit(127);
  }
  std::string said;
  char chunk[4096];
  // A terminal whose last user is gone answers with an error, not with an end of file.
  for (ssize_t count; (count = read(terminal, chunk, sizeof chunk)) > 0;)
    said.append(chunk, static_cast<std::size_t>(count));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
  return said;
}

TEST(Progress, IsOneLineOnATerminalAndNothingElsewhere) {
  const Folder folder;
  const std::string trace = long_trace(folder);
  const std::string said = on_terminal({"analyze", trace, "--detector", "hybrid"});
  EXPECT_THAT(said, HasSubstr("\rsteward: "));
  EXPECT_THAT(said, HasSubstr(" events/s, 0 races so far"));
  EXPECT_EQ(said.find('\n'), std::string::npos);
  EXPECT_THAT(said, EndsWith("\r\033[K")) << "the line must be taken away at the end";
  const Ran elsewhere = steward({"analyze", trace, "--detector", "hybrid"});
  EXPECT_EQ(elsewhere.exit, 0);
  EXPECT_THAT(elsewhere.err, IsEmpty());
}

TEST(Progress, OfAConversionSaysItsPhasesAndNoRaces) {
  const Folder folder;
  const std::string said =
      on_terminal({"convert", long_trace(folder), "-o", folder.path("out.std"), "--to", "rapid"});
  EXPECT_THAT(said, AllOf(HasSubstr("\rsteward: writing: "), HasSubstr(" events/s\033[K"),
                          Not(HasSubstr("so far")), EndsWith("\r\033[K")));
}

// What is said, and when: by a clock that the test moves.
class ClockedProgress : public ::testing::Test {
 protected:
  void pass(std::chrono::milliseconds time) { now_ += time; }
  cli::Progress progress(bool terminal) {
    return cli::Progress(out_, terminal, [this] { return now_; });
  }
  // Since the last call.
  std::string said() {
    const std::string text = out_.str();
    out_.str("");
    return text;
  }

 private:
  cli::Progress::Clock::time_point now_{};
  std::ostringstream out_;
};

TEST_F(ClockedProgress, IsALineEveryTenSecondsInALog) {
  cli::Progress progress = this->progress(false);
  pass(std::chrono::milliseconds(9'000));
  progress.update(0.1, 1'000, 0, "analysing");
  EXPECT_EQ(said(), "");
  pass(std::chrono::milliseconds(2'000));
  progress.update(0.25, 8'000'000, 1, "analysing");
  EXPECT_EQ(said(), "steward: analysing: 25 %, 4,000,000 events/s, 1 race so far\n")
      << "the phase began with its first update, two seconds before";
  pass(std::chrono::milliseconds(9'999));
  progress.update(0.5, 9'000'000, 2, "analysing");
  EXPECT_EQ(said(), "");
  pass(std::chrono::milliseconds(1));
  progress.update(0.1, 5, std::nullopt, "writing");
  EXPECT_EQ(said(), "steward: writing: 10 %, 0 events/s\n");
  progress.clear();
  EXPECT_EQ(said(), "") << "a log has nothing to take away";
}

TEST_F(ClockedProgress, OfANewPhaseIsShownAtOnceOnATerminal) {
  for (const bool terminal : {false, true}) {
    cli::Progress progress = this->progress(terminal);
    progress.set_heading([] { return "first; "; });
    progress.update([] { return "a run"; });
    EXPECT_EQ(said(), terminal ? "\rsteward: first; a run\033[K" : "");
    progress.update([] { return "another"; });
    EXPECT_EQ(said(), "");
  }
}

TEST_F(ClockedProgress, FitsTheTerminal) {
  std::ostringstream narrow;
  cli::Progress progress(
      narrow, true, [] { return cli::Progress::Clock::now(); }, [] { return std::size_t{16}; });
  progress.set_heading([] { return "a long way; "; });
  progress.update([] { return "to go"; });
  EXPECT_EQ(narrow.str(), "\rsteward: a long\033[K");
}

TEST_F(ClockedProgress, IsRewrittenFourTimesASecondOnATerminal) {
  cli::Progress progress = this->progress(true);
  progress.update(0, 0, 0, "analysing");
  pass(std::chrono::milliseconds(249));
  progress.update(0.1, 100, 0, "analysing");
  EXPECT_EQ(said(), "");
  pass(std::chrono::milliseconds(1));
  progress.update(0.2, 100, 0, "analysing");
  EXPECT_EQ(said(), "\rsteward: analysing: 20 %, 400 events/s, 0 races so far\033[K");
  progress.clear();
  EXPECT_EQ(said(), "\r\033[K");
  progress.clear();
  EXPECT_EQ(said(), "");
}

}  // namespace
}  // namespace steward::cli_test
