#include "cli/explore/bundling.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "cli/explore/surroundings.h"
#include "report/words.h"

namespace steward::cli {
namespace {

// What the kernel makes up when it is read is not a file.
bool is_real_file(const std::string& path) {
  return !path.starts_with("/proc/") && !path.starts_with("/sys/") && !path.starts_with("/dev/");
}

bool names(const std::vector<store::KnownFile>& files, const std::string& path) {
  return std::any_of(files.begin(), files.end(),
                     [&](const store::KnownFile& file) { return file.path == path; });
}

}  // namespace

const std::string& Bundling::hash_of(const std::string& path) {
  const auto [known, is_new] = hashes_.try_emplace(path);
  if (is_new) known->second = store::hash_of_file(path).value_or("");
  return known->second;
}

std::string word_for_outcome(const Ending& ending) {
  return ending.failure ? std::string(report::word_for(*ending.failure)) : "none";
}

store::Bundle Bundling::make(const std::string& id, const std::string& about, const KeptRun& run,
                             const store::Usual& usual) {
  store::Bundle bundle;
  bundle.id = id;
  bundle.outcome = word_for_outcome(run.ending);
  bundle.detail = run.ending.detail;
  bundle.about = about;
  bundle.usual = usual;
  std::error_code ignored;
  bundle.program = {std::filesystem::absolute(program_.path, ignored), program_.words,
                    std::filesystem::current_path(ignored)};
  bundle.modules.push_back({bundle.program.path, hash_of(program_.path)});
  for (const std::string& path : modules_)
    if (!names(bundle.modules, path) && !hash_of(path).empty())
      bundle.modules.push_back({path, hash_of(path)});
  for (const std::string& path : run.opened)
    if (is_real_file(path) && !hash_of(path).empty()) bundle.files.push_back({path, hash_of(path)});
  for (const auto& [name, value] : program_.environment) {
    if (store::may_be_shown(name)) bundle.environment.emplace_back(name, value);
    else bundle.secrets.emplace_back(name, store::hash_of(value));
  }
  bundle.seconds = program_.seconds;
  bundle.header = run.wish.header;
  bundle.ranges = run.wish.ranges;
  bundle.pairs = run.wish.pairs;
  bundle.tracked = run.wish.tracked;
  bundle.schedule = run.schedule;
  bundle.input = input_;
  bundle.stale_reads = run.stale_reads;
  return bundle;
}

Environment environment_of(const store::Bundle& bundle) {
  Environment all = bundle.environment;
  for (const auto& [name, hash] : bundle.secrets)
    if (const char* const value = std::getenv(name.c_str())) all.emplace_back(name, value);
  return all;
}

std::vector<std::string> changed_files(const store::Bundle& bundle) {
  std::vector<std::string> all;
  for (const auto* list : {&bundle.modules, &bundle.files})
    for (const store::KnownFile& file : *list)
      if (store::hash_of_file(file.path).value_or("") != file.hash)
        all.push_back(fmt::format("{} has changed since", file.path));
  return all;
}

std::vector<std::string> changed_variables(const store::Bundle& bundle) {
  std::vector<std::string> all;
  for (const auto& [name, hash] : bundle.secrets) {
    // Shells change these with each command.
    if (name == "_" || name == "OLDPWD" || name == "SHLVL") continue;
    const char* const value = std::getenv(name.c_str());
    if (value == nullptr) all.push_back(fmt::format("{} was set in the environment then", name));
    else if (store::hash_of(value) != hash)
      all.push_back(fmt::format("{} had another value in the environment", name));
  }
  return all;
}

}  // namespace steward::cli
