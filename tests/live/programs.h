// Programs that tests compile as users do, and run under the tool.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace steward::live_test {

struct Build {
  std::string compiler;  // a word for the test's name
  std::string command;   // with the flags of instrumentation
  std::string level;
};

// Both compilers, with and without optimisation. If the variable STEWARD_EVERY_BUILD is set: all
// levels, and newer versions of clang if there are any.
std::vector<Build> builds();

// A folder for a test, gone when the test is over.
class Folder {
 public:
  // `name`: told apart from other tests' that run at the same time.
  explicit Folder(const std::string& name);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& file) const { return path_ / file; }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int exit = 0;
  std::string output;
};
// A command of the shell; what it says is also kept in the file `output`.
Ran run(const std::string& command, const std::filesystem::path& output);

// What the lines "// WORD: ..." at the head of a program say.
std::vector<std::string> said(const std::filesystem::path& source, const std::string& word);

// Compiles a C or C++ source, with the flags its head asks for.
Ran compile(const std::filesystem::path& source, const Build& build,
            const std::filesystem::path& program);

// The races of a JSON report by what they are on, a global's name or the kind of place, and the
// findings by their kind.
std::set<std::string> places(const std::filesystem::path& json);
// The same of one list of races only.
std::set<std::string> places(const std::filesystem::path& json, const char* list);

// A number from the environment: how much of something is to be done.
int amount(const char* variable, int otherwise);

}  // namespace steward::live_test
