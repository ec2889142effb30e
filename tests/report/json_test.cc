// The JSON report: every field where the contract has it, always valid against the schema.

#include "report/render/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/findings.h"
#include "report/sample_report.h"
#include "report/schema_check.h"

namespace steward::report {
namespace {

using Json = nlohmann::json;

std::string as_json(const Report& report) {
  std::ostringstream out;
  render_json(report, out);
  return out.str();
}

TEST(JsonReport, HasEveryFieldOfTheContract) {
  const std::string text = as_json(sample_report());
  EXPECT_TRUE(is_valid_report(text));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["tool"], "steward");
  EXPECT_EQ(json["command"], "hunt");
  EXPECT_EQ(json["program"], Json({"./a.out", "-n", "3"}));
  const Json& race = json["races"][0];
  EXPECT_EQ(race["verdict"], "harmful");
  EXPECT_EQ(race["real_by"], "simultaneous");
  EXPECT_EQ(race["kind"], "read-write");
  EXPECT_EQ(race["location"]["name"], "pool");
  EXPECT_EQ(race["location"]["allocated_at"][0]["function"], "main");
  EXPECT_EQ(race["accesses"][0]["access"], "read");
  EXPECT_EQ(race["accesses"][0]["atomic"], true);
  EXPECT_EQ(race["accesses"][0]["function"], nullptr);
  EXPECT_EQ(race["accesses"][0]["stack"][0]["module"], "libz.so.1");
  EXPECT_EQ(race["accesses"][1]["process"], 123);
  EXPECT_EQ(race["accesses"][1]["line"], 12);
  EXPECT_EQ(race["accesses"][1]["locks"][0]["acquired_at"][0]["line"], 30);
  EXPECT_EQ(race["accesses"][1]["locks"][1]["mode"], "shared");
  EXPECT_EQ(race["runs"]["confirmed"], 97);
  EXPECT_EQ(race["evidence"][0]["outcome"], "wrong-output");
  EXPECT_EQ(race["evidence"][0]["cause"], "stale-value");
  EXPECT_EQ(json["findings"][0]["stacks"].size(), 2u);
  EXPECT_EQ(json["threads"][1]["created_by"], "T0");
  EXPECT_EQ(json["locks"][1]["name"], nullptr);
  EXPECT_EQ(json["outcome"]["seconds"], 12.3);
  EXPECT_EQ(json["loss"][0]["count"], 2);
}

TEST(JsonReport, AnEmptyReportHasAllKeysAndNoNullLists) {
  Report report;
  report.command = "analyze";
  const std::string text = as_json(report);
  EXPECT_TRUE(is_valid_report(text));
  const Json json = Json::parse(text);
  for (const char* list : {"program", "races", "findings", "threads", "locks", "loss"}) {
    EXPECT_EQ(json[list], Json::array()) << list;
  }
  EXPECT_EQ(json["outcome"]["exit"], nullptr);
}

TEST(JsonReport, WhatTheCollectorMakesIsValidWithAndWithoutNames) {
  const std::vector<Finding> found{
      finding({1, 0, AccessKind::free, 1}, {2, 1, AccessKind::read, 2}, 0x100)};
  EXPECT_TRUE(is_valid_report(as_json(collect({}, found, kPotential))));
  Names names;
  names.define(AddressRange{Address(0x100), 8}, "x");
  names.define(SiteId(1), Site{"f", "a.cc", 3, 0});
  EXPECT_TRUE(is_valid_report(as_json(collect(names, found))));
}

TEST(JsonReport, NamesThatAreNoTextAreReplacedNotRefused) {
  Names names;
  names.define(AddressRange{Address(0x100), 8}, "bad \xff name \"quoted\"\n");
  EXPECT_TRUE(is_valid_report(as_json(collect(
      names, {finding({1, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 2}, 0x100)}))));
}

TEST(JsonReport, TheValidationCanFail) {
  const Json good = Json::parse(as_json(sample_report()));
  ASSERT_TRUE(is_valid_report(good.dump()));
  const auto broken = [&](const char* pointer, Json value) {
    Json json = good;
    json[Json::json_pointer(pointer)] = std::move(value);
    return json.dump();
  };
  EXPECT_FALSE(is_valid_report("{"));
  EXPECT_FALSE(is_valid_report(broken("/version", 2)));
  EXPECT_FALSE(is_valid_report(broken("/races", nullptr)));
  EXPECT_FALSE(is_valid_report(broken("/races/0/verdict", "benign")));
  EXPECT_FALSE(is_valid_report(broken("/races/0/real_by", nullptr)));
  EXPECT_FALSE(is_valid_report(broken("/races/0/accesses/0/surprise", 1)));
  Json incomplete = good;
  incomplete["races"][0]["accesses"][0].erase("line");
  EXPECT_FALSE(is_valid_report(incomplete.dump()));
}

}  // namespace
}  // namespace steward::report
