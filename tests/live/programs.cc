#include "live/programs.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace steward::live_test {

namespace fs = std::filesystem;

namespace {

bool is_there(const std::string& command) {
  return std::system(("command -v " + command + " >/dev/null").c_str()) == 0;
}

}  // namespace

std::vector<Build> builds() {
  const bool every = std::getenv("STEWARD_EVERY_BUILD") != nullptr;
  std::vector<Build> all;
  const auto add = [&](const std::string& word, const std::string& command) {
    for (const char* level : {"O0", "O1", "O2", "O3"})
      if (every || level[1] % 2 == 0) all.push_back({word, command, level});
  };
  add("gcc", "g++ -fsanitize=thread -Wno-tsan");
  add("clang", "clang++ -fsanitize=thread -shared-libsan");
  if (every && fs::exists(STEWARD_BUILD "/lib/steward/steward_guard.so"))
    add("guard", STEWARD_TOOL " c++ --guard");
  if (every)
    for (const std::string version : {"19", "22"})
      if (is_there("clang++-" + version))
        add("clang" + version, "clang++-" + version + " -fsanitize=thread -shared-libsan");
  return all;
}

Folder::Folder(const std::string& name)
    : path_(fs::path(testing::TempDir()) / ("steward-" + name + "-" + std::to_string(getpid()))) {
  fs::create_directories(path_);
}
Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ran run(const std::string& command, const fs::path& output) {
  const int status = std::system((command + " >" + output.string() + " 2>&1").c_str());
  std::ifstream in(output);
  std::stringstream text;
  text << in.rdbuf();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text.str()};
}

std::vector<std::string> said(const fs::path& source, const std::string& word) {
  std::vector<std::string> found;
  std::ifstream in(source);
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (line.starts_with("// " + word + ": ")) found.push_back(line.substr(word.size() + 5));
  return found;
}

Ran compile(const fs::path& source, const Build& build, const fs::path& program) {
  std::string flags = "-pthread -I" STEWARD_SOURCE_DIR "/include";
  for (const std::string& more : said(source, "flags")) flags += " " + more;
  const bool is_c = source.extension() == ".c";
  return run(build.command + (is_c ? " -x c" : " -std=c++20") + " -g -" + build.level + " " +
                 source.string() + (is_c ? " -x none" : "") + " -o " + program.string() + " " +
                 flags,
             program.string() + ".build.txt");
}

std::set<std::string> places(const fs::path& json, const char* list) {
  std::set<std::string> found;
  const auto report = nlohmann::json::parse(std::ifstream(json));
  for (const auto& race : report.at(list)) {
    const auto& location = race["location"];
    found.insert(location["kind"] == "global" ? location["name"].get<std::string>()
                                              : location["kind"].get<std::string>());
  }
  return found;
}

std::set<std::string> places(const fs::path& json) {
  std::set<std::string> found = places(json, "races");
  const auto report = nlohmann::json::parse(std::ifstream(json));
  for (const auto& finding : report["findings"]) found.insert(finding["kind"].get<std::string>());
  return found;
}

int amount(const char* variable, int otherwise) {
  const char* const said = std::getenv(variable);
  return said == nullptr ? otherwise : std::atoi(said);
}

}  // namespace steward::live_test
