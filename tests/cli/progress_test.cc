// Long analyses show that they are alive: on a terminal only, and gone when the report comes.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/run_tool.h"
#include "trace/writer.h"

namespace steward::cli_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Long enough for every machine to need more than the quarter of a second between two updates.
std::string long_trace(const Folder& folder) {
  constexpr std::uint64_t kEvents = 3'000'000, kLocations = 100'003;
  auto writer = create(folder.path("long.trace"), Format::binary);
  EXPECT_TRUE(writer.ok());
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const ThreadId thread(static_cast<std::uint32_t>(i % 7));
    const AddressRange bytes{Address(0x1000 + 8 * (i * 7919 % kLocations)), 8};
    EXPECT_TRUE((*writer)->write(event::read(thread, bytes)).ok());
  }
  EXPECT_TRUE((*writer)->finish().ok());
  return folder.path("long.trace");
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

}  // namespace
}  // namespace steward::cli_test
