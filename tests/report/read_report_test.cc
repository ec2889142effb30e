// A report that was written is read back with all that JSON has of it.

#include "report/read_report.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "report/render/json.h"
#include "report/sample_report.h"

namespace steward::report {
namespace {

std::string rendered(const Report& report) {
  std::ostringstream out;
  render_json(report, out);
  return out.str();
}

struct ReadReport : testing::Test {
  ~ReadReport() override { std::filesystem::remove(path); }
  Result<Report, Error> read(const std::string& text) const {
    std::ofstream(path) << text;
    return read_report(path);
  }
  const std::string path = testing::TempDir() + "read_report_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
};

TEST_F(ReadReport, IsTheReportThatWasWritten) {
  const Report written = sample_report();
  const auto again = read(rendered(written));
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(rendered(*again), rendered(written));
  EXPECT_EQ(again->races, written.races);
  EXPECT_EQ(again->threads, written.threads);
  EXPECT_EQ(again->locks, written.locks);
  EXPECT_EQ(again->loss, written.loss);
}

TEST_F(ReadReport, RefusesWhatIsNoReport) {
  for (const char* text : {"", "{", "[]", "{\"races\": []}", "{\"tool\": \"other\"}",
                           "{\"version\": 1, \"tool\": \"steward\", \"races\": 3}"}) {
    const auto again = read(text);
    ASSERT_FALSE(again) << text;
    EXPECT_NE(again.error().message().find("not a report of Steward"), std::string::npos);
    EXPECT_NE(again.error().message().find(path), std::string::npos);
  }
  EXPECT_FALSE(read_report(path + ".gone"));
}

TEST_F(ReadReport, RefusesOtherVersions) {
  const auto again = read("{\"version\": 9, \"tool\": \"steward\", \"races\": []}");
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message().find("version 9"), std::string::npos);
}

// It may have been written by hand, or by a later version.
TEST_F(ReadReport, TakesFieldsOfOtherTypesForUnknown) {
  const auto again = read(
      "{\"version\": 1, \"tool\": \"steward\", \"races\": [3, {\"id\": 4, \"accesses\": "
      "[{\"size\": -1, \"stack\": {}}, null, 7], \"verdict\": \"splendid\"}], \"threads\": 5}");
  ASSERT_TRUE(again) << again.error().message();
  ASSERT_EQ(again->races.size(), 2u);
  EXPECT_EQ(again->races[1].id, "");
  EXPECT_EQ(again->races[1].verdict, Verdict::potential);
  EXPECT_TRUE(again->threads.empty());
}

}  // namespace
}  // namespace steward::report
