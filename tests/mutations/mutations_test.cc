// The lists of mutations fit the sources, and docs/testing.md has them all. Running them takes
// minutes: that is scripts/mutate.
// scans: tests/mutations
#include <cstdlib>
#include <gtest/gtest.h>

namespace steward {
namespace {

TEST(Mutations, FitTheSourcesAndAreDocumented) {
  const std::string check = STEWARD_SOURCE_DIR "/scripts/mutate --check";
  EXPECT_EQ(std::system(check.c_str()), 0);
}

}  // namespace
}  // namespace steward
