#include "cli/run_tool.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/writer.h"

extern char** environ;

namespace steward::cli_test {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int exit_of(const std::string& in, const std::string& out, const std::string& err,
            const std::vector<std::string>& words) {
  std::vector<char*> arguments{const_cast<char*>(STEWARD_TOOL)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int failure = posix_spawn(&child, STEWARD_TOOL, &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failure != 0) {
    ADD_FAILURE() << STEWARD_TOOL << " does not start";
    return -1;
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Ran steward(const std::vector<std::string>& words, const std::string& input) {
  const Folder folder;
  Ran ran;
  ran.exit = exit_of(input, folder.path("out"), folder.path("err"), words);
  ran.out = folder.read("out");
  ran.err = folder.read("err");
  return ran;
}

Ran steward_writing_to(const std::string& path, const std::vector<std::string>& words) {
  const Folder folder;
  Ran ran;
  ran.exit = exit_of("/dev/null", path, folder.path("err"), words);
  ran.err = folder.read("err");
  return ran;
}

std::string project_file(const std::string& name) {
  const std::string path = STEWARD_SOURCE_DIR "/" + name;
  EXPECT_TRUE(std::filesystem::exists(path)) << path;
  return content_of(path);
}

std::string racy_then_broken() {
  std::string text(kRacyTrace);
  text.append("T0|scribble(x)|1\n");
  return text;
}

std::string racy_binary(const Folder& folder) {
  const Ran ran =
      steward({"convert", folder.file("racy.std", kRacyTrace), "-o", folder.path("racy.trace")});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  return folder.path("racy.trace");
}

Folder::Folder() {
  root_ = testing::TempDir() + "/steward-cli-XXXXXX";
  if (mkdtemp(root_.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
}
Folder::~Folder() {
  std::error_code failure;
  std::filesystem::remove_all(root_, failure);
}

std::string Folder::file(std::string_view name, std::string_view content) const {
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name);
}
std::string Folder::trace(std::string_view name, std::span<const Event> events) const {
  auto writer = create(path(name), Format::binary);
  EXPECT_TRUE(writer.ok());
  for (const Event& event : events) EXPECT_TRUE((*writer)->write(event).ok());
  EXPECT_TRUE((*writer)->finish().ok());
  return path(name);
}
std::string Folder::read(std::string_view name) const { return content_of(path(name)); }
bool Folder::has(std::string_view name) const { return std::filesystem::exists(path(name)); }
bool Folder::empty() const { return std::filesystem::is_empty(root_); }

}  // namespace steward::cli_test
