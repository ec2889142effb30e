#include "live/cases.h"

#include <algorithm>
#include <cstdlib>

namespace steward::live_test {

namespace fs = std::filesystem;

std::string Case::name() const {
  const std::string folder = source.parent_path().filename().string();
  return (folder == "live" ? "" : folder + "_") + source.stem().string() + "_" + build.compiler +
         "_" + build.level;
}

std::vector<Case> cases_in(const std::vector<std::string>& folders) {
  std::vector<fs::path> sources;
  for (const std::string& folder : folders)
    for (const auto& entry : fs::directory_iterator(STEWARD_SOURCE_DIR "/corpus/" + folder))
      if (entry.path().extension() != ".h") sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());

  const bool every = std::getenv("STEWARD_EVERY_BUILD") != nullptr;
  const std::vector<Build> four = builds();
  std::vector<Case> all;
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (std::size_t j = 0; j < four.size(); ++j)
      // By turns: gcc without and clang with optimisation, or the other way.
      if (every || ((j ^ j >> 1 ^ i) & 1) == 0) all.push_back({sources[i], four[j]});
  std::sort(all.begin(), all.end(),
            [](const Case& a, const Case& b) { return a.name() < b.name(); });
  return all;
}

std::vector<Case> by_turns(const std::vector<Case>& all) {
  if (std::getenv("STEWARD_EVERY_BUILD") != nullptr) return all;
  std::vector<Case> chosen;
  for (std::size_t i = 0; i < all.size(); ++i)
    if ((i / 2 + i) % 2 != 0) chosen.push_back(all[i]);
  return chosen;
}

std::string named(const testing::TestParamInfo<Case>& info) { return info.param.name(); }

std::set<std::string> expected(const fs::path& source, const std::string& word) {
  const auto expectations = said(source, word);
  EXPECT_FALSE(expectations.empty()) << "no line // " << word << ": ...";
  std::set<std::string> all;
  for (const std::string& expectation : expectations)
    if (expectation.starts_with("race ")) all.insert(expectation.substr(5));
    else if (expectation.starts_with("finding ")) all.insert(expectation.substr(8));
    else EXPECT_EQ(expectation, "none");
  return all;
}

}  // namespace steward::live_test
