// Every input that the fuzzers were given or found, through what the fuzzers check; and every
// example trace, to its end.
// scans: tests/fuzz/corpus/**
// scans: corpus/traces
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/reading.h"
#include "trace/support.h"

namespace steward {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(STEWARD_SOURCE_DIR) / folder))
    files.push_back(entry.path());
  return files;
}

testing::Bytes content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return testing::bytes_of(text);
}

TEST(FuzzCorpus, Binary) {
  const auto files = files_of("tests/fuzz/corpus/binary");
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) fuzz::check_binary(content_of(file));
}

TEST(FuzzCorpus, Rapid) {
  const auto files = files_of("tests/fuzz/corpus/rapid");
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) fuzz::check_rapid(content_of(file));
}

TEST(ExampleTraces, AreAllReadWithoutAnErrorOrARepair) {
  int traces = 0;
  for (const fs::path& file : files_of("corpus/traces")) {
    if (file.extension() == ".md" || file.extension() == ".txt") continue;
    auto reader = open(file.string());
    ASSERT_TRUE(reader) << reader.error().message();
    WellFormedReader checked(std::move(*reader));
    const auto content = testing::read_all(checked);
    EXPECT_EQ(content.message(), "no error");
    EXPECT_FALSE(content.events.empty()) << file;
    EXPECT_EQ(checked.repairs().total(), 0u) << file;
    ++traces;
  }
  EXPECT_GT(traces, 0);
}

}  // namespace
}  // namespace steward
