#include "cli/live/program.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace steward::cli {
namespace {

// Libraries that programs ask for by name, and that are not needed once ours is there: empty ones
// with those names keep the real ones out.
constexpr const char* kStandIns[] = {"libtsan.so.2", "libclang_rt.tsan-x86_64.so",
                                     "libclang_rt.tsan.so"};

bool is_program(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// Our input opened anew, if it is a file, so that the place in it stays for the next who reads it.
int same_file_again() {
  const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
  const int again = at < 0 ? -1 : ::open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
  if (again >= 0) lseek(again, at, SEEK_SET);
  return again;
}

// In the child.
void set_up(Streams streams) {
  if (streams.silent) {
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (streams.input < 0) streams.input = same_file_again();
    if (streams.input < 0) streams.input = nothing;
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  if (streams.input >= 0) dup2(streams.input, STDIN_FILENO);
  if (streams.errors >= 0) dup2(streams.errors, STDERR_FILENO);
}

// In the child: what differs from run to run without a reason is fixed, as far as the system
// allows.
void take_control(const Control& control) {
  personality(ADDR_NO_RANDOMIZE);
  if (control.only_these) clearenv();
  if (control.keeps >= 0) fcntl(control.keeps, F_SETFD, 0);
  const int output =
      control.output.empty() ? -1 : ::open(control.output.c_str(), O_WRONLY | O_APPEND);
  if (output >= 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    if (output > STDERR_FILENO) close(output);
    // Who tells the tool's group to end means the tool. It would see this one die of it first, and
    // take that for a crash.
    setpgid(0, 0);
  }
  // One thread is at work at a time: handing over is several times as fast on one processor.
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(control.processor, &one);
  sched_setaffinity(0, sizeof one, &one);
}

// In the child: becomes the program, or tells the parent through `failure` why not.
[[noreturn]] void become(const std::string& path, const std::vector<std::string>& words,
                         const Environment& environment, int failure) {
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // With a path it looks nowhere, but gives scripts without a first line to the shell, as shells
  // do.
  execvp(path.c_str(), arguments.data());
  const int error = errno;
  const bool told = ::write(failure, &error, sizeof error) == sizeof error;
  _exit(told ? 127 : 126);
}

}  // namespace

UnseenInput::UnseenInput(const std::string& path)
    : file_(path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
UnseenInput::~UnseenInput() {
  if (file_ >= 0) close(file_);
}

Result<std::string, UsageError> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) {
      return UsageError{fmt::format("cannot start {}: {}", name, std::strerror(errno))};
    }
    return UsageError{
        fmt::format("cannot start {}: {}", name,
                    S_ISDIR(status.st_mode) ? "it is a folder" : "it is not executable")};
  }
  const char* variable = std::getenv("PATH");
  std::string folders = variable != nullptr ? variable : "/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string folder = end == begin ? "." : folders.substr(begin, end - begin);
    if (std::string path = folder + "/" + name; is_program(path)) return path;
    begin = end + 1;
  }
  const bool here = is_program("./" + name);
  return UsageError{fmt::format("cannot start {}: not found in PATH{}", name,
                                here ? fmt::format("; for the one here, write ./{}", name) : "")};
}

namespace {

// What is installed with the tool.
std::string installed_file(const char* folder, const std::string& name) {
  std::error_code failure;
  const auto tool = std::filesystem::read_symlink("/proc/self/exe", failure);
  return (tool.parent_path().parent_path() / folder / "steward" / name).string();
}

}  // namespace

std::string runtime_file(const std::string& name) { return installed_file("lib", name); }
std::string shared_file(const std::string& name) { return installed_file("share", name); }

Result<std::string, UsageError> preload_list(const std::string& detector) {
  std::vector<std::string> files{runtime_file(fmt::format("libsteward-{}.so", detector))};
  // Without one of these a program would get two runtimes, ours and its compiler's.
  for (const char* name : kStandIns) files.push_back(runtime_file(name));
  for (const std::string& file : files) {
    if (access(file.c_str(), R_OK) == 0) continue;
    return UsageError{
        fmt::format("{} is missing: Steward is not completely built or installed", file)};
  }
  std::string list = fmt::format("{}", fmt::join(files, ":"));
  if (files[0].find_first_of(" :") != std::string::npos) {
    return UsageError{
        fmt::format("{}: the loader takes no blank or colon in this path; install Steward "
                    "elsewhere",
                    files[0])};
  }
  const char* before = std::getenv("LD_PRELOAD");
  if (before != nullptr && *before != 0) list += fmt::format(":{}", before);
  return list;
}

Result<pid_t, UsageError> start_program(const std::string& path,
                                        const std::vector<std::string>& words,
                                        const Environment& environment, Streams streams,
                                        const Control* control) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) {
    return UsageError{fmt::format("cannot start {}: {}", path, std::strerror(errno))};
  }
  const pid_t child = fork();
  if (child == 0) set_up(streams);
  if (child == 0 && control != nullptr) take_control(*control);
  if (child == 0) become(path, words, environment, failure[1]);
  int error = child < 0 ? errno : 0;
  close(failure[1]);
  // Ends without a byte once the program has taken the child's place.
  if (child > 0 && read(failure[0], &error, sizeof error) < 0) error = 0;
  close(failure[0]);
  if (error != 0) return UsageError{fmt::format("cannot start {}: {}", path, std::strerror(error))};
  return child;
}

}  // namespace steward::cli
