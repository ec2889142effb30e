// Bundles: what is written is read, and what is damaged is refused with a sentence.
#include "store/bundle.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

namespace steward::store {
namespace {

using testing::HasSubstr;

struct BundleFile : testing::Test {
  BundleFile() {
    bundle.id = "R-7f3a.2";
    bundle.outcome = "abort";
    bundle.detail = "Assertion `x == 1' failed.";
    bundle.about = "a.cc:3 and b.cc:4";
    bundle.usual.exit = 4;
    bundle.program = {"/bin/prog", {"prog", "-v", "two words"}, "/home"};
    bundle.modules = {{"/bin/prog", "0123456789abcdef"}, {"/lib/l.so", "00"}};
    bundle.files = {{"input.txt", "11"}};
    bundle.environment = {{"LANG", "C"}, {"PATH", "/bin:\xff"}};
    bundle.secrets = {{"TOKEN", hash_of("s")}};
    bundle.header.seed = 18446744073709551615u;
    bundle.header.choice = channel::Choice::pos;
    bundle.header.directed = channel::Direction::deadlocks;
    bundle.header.spurious = 1;
    bundle.header.depth = 5;
    bundle.header.expected_steps = 6;
    bundle.header.most_steps = 7;
    bundle.header.start_time = 8;
    bundle.header.processors = 9;
    bundle.header.trial = channel::Trial::other_is_late;
    bundle.header.passes = 2;
    bundle.header.until_met = bundle.header.not_own_stacks = bundle.header.checks_all = 1;
    bundle.header.only_tracked = 1;
    bundle.stale_reads = 11;
    bundle.seconds = 10;
    bundle.ranges = {{1, 2, 3, 4}, {18446744073709551615u, 6, 7, 8}};
    bundle.pairs = {{1, 2}, {2, 2}};
    bundle.schedule = {std::byte{0}, std::byte{'\n'}, std::byte{255}};
    bundle.input = std::string("in\0put\n", 7);
  }
  std::string text() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What reading says of that.
  std::string complaint(const std::string& contents) const {
    std::ofstream(path, std::ios::binary) << contents;
    const auto read = read_bundle(path);
    return read ? "" : read.error();
  }

  const std::string path = testing::TempDir() + "bundle_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name();
  Bundle bundle;
};

TEST_F(BundleFile, IsReadAsItWasWritten) {
  ASSERT_TRUE(write_bundle(bundle, path));
  const auto read = read_bundle(path);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->id, bundle.id);
  EXPECT_EQ(read->outcome, bundle.outcome);
  EXPECT_EQ(read->detail, bundle.detail);
  EXPECT_EQ(read->about, bundle.about);
  EXPECT_EQ(read->usual.exit, 4);
  EXPECT_EQ(read->program.path, "/bin/prog");
  EXPECT_EQ(read->program.words, bundle.program.words);
  EXPECT_EQ(read->program.folder, "/home");
  ASSERT_EQ(read->modules.size(), 2u);
  EXPECT_EQ(read->modules[1].path, "/lib/l.so");
  EXPECT_EQ(read->files.at(0).hash, "11");
  EXPECT_EQ(read->environment.at(0), bundle.environment[0]);
  EXPECT_EQ(read->secrets, bundle.secrets);
  EXPECT_EQ(read->header.seed, bundle.header.seed);
  EXPECT_EQ(read->header.choice, channel::Choice::pos);
  EXPECT_EQ(read->header.directed, channel::Direction::deadlocks);
  EXPECT_EQ(read->header.spurious, 1u);
  EXPECT_EQ(read->header.depth, 5u);
  EXPECT_EQ(read->header.expected_steps, 6u);
  EXPECT_EQ(read->header.most_steps, 7u);
  EXPECT_EQ(read->seconds, 10u);
  EXPECT_EQ(read->header.start_time, 8u);
  EXPECT_EQ(read->header.processors, 9u);
  EXPECT_EQ(read->header.trial, channel::Trial::other_is_late);
  EXPECT_EQ(read->header.passes, 2u);
  EXPECT_EQ(read->header.until_met, 1u);
  EXPECT_EQ(read->header.not_own_stacks, 1u);
  EXPECT_EQ(read->header.checks_all, 1u);
  EXPECT_EQ(read->header.only_tracked, 1u);
  EXPECT_EQ(read->stale_reads, 11u);
  ASSERT_EQ(read->ranges.size(), 2u);
  EXPECT_EQ(read->ranges[1].module, 18446744073709551615u);
  EXPECT_EQ(read->ranges[1].begin, 6u);
  EXPECT_EQ(read->ranges[1].end, 7u);
  EXPECT_EQ(read->ranges[1].statement, 8u);
  ASSERT_EQ(read->pairs.size(), 2u);
  EXPECT_EQ(read->pairs[0].second, 2u);
  EXPECT_EQ(read->schedule, bundle.schedule);
  EXPECT_EQ(read->input, bundle.input);
}

TEST_F(BundleFile, DamageIsNamed) {
  ASSERT_TRUE(write_bundle(bundle, path));
  const std::string whole = text();
  EXPECT_EQ(complaint(whole), "");
  EXPECT_THAT(complaint(whole.substr(0, whole.size() - 1)), HasSubstr("cut off"));
  EXPECT_THAT(complaint(whole + "x"), HasSubstr("cut off"));
  EXPECT_THAT(complaint("steward bundle 7\n" + whole), HasSubstr("another version"));
  EXPECT_THAT(complaint("#!/bin/sh\n"), HasSubstr("no bundle"));
  EXPECT_THAT(complaint(""), HasSubstr("no bundle"));
  EXPECT_THAT(complaint("steward bundle 1\n{}\n"), HasSubstr("line 2"));
  EXPECT_THAT(complaint("steward bundle 1\n{"), HasSubstr("line 2"));
  const auto with = [&](std::string text, std::size_t at, char changed) {
    text.at(at) = changed;
    return text;
  };
  EXPECT_THAT(complaint(with(whole, whole.size() - bundle.input.size() - 1, 'x')),
              HasSubstr("the schedule in it is damaged"));
  EXPECT_THAT(complaint(with(whole, whole.size() - 1, 'x')),
              HasSubstr("the input in it is damaged"));
  EXPECT_THAT(complaint(with(whole, whole.find("\"pos\"") + 1, 'x')),
              HasSubstr("no strategy 'xos'"));
  const auto gone = read_bundle(path + ".gone");
  EXPECT_THAT(gone ? "" : gone.error(), HasSubstr("No such file"));
}

// Every cut is an error, and none is more than that.
TEST_F(BundleFile, CutOffAnywhereIsAnError) {
  ASSERT_TRUE(write_bundle(bundle, path));
  const std::string whole = text();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(complaint(whole.substr(0, size)), "") << size;
}

TEST(BundleEnvironment, HoldsWhatIsNoSecret) {
  for (const char* shown : {"PATH", "LANG", "LC_ALL", "TSAN_OPTIONS", "GTEST_FILTER", "TZ"})
    EXPECT_TRUE(may_be_shown(shown)) << shown;
  for (const char* hidden : {"AWS_SECRET_ACCESS_KEY", "HOME", "USER", "PATHS", "TOKEN", ""})
    EXPECT_FALSE(may_be_shown(hidden)) << hidden;
}

TEST(BundleHash, SeesEveryChange) {
  EXPECT_EQ(hash_of("").size(), 16u);
  EXPECT_NE(hash_of("a"), hash_of("b"));
  EXPECT_NE(hash_of("ab"), hash_of("ba"));
  EXPECT_FALSE(hash_of_file("/nowhere"));
  EXPECT_FALSE(hash_of_file("/")) << "no regular file";
}

}  // namespace
}  // namespace steward::store
