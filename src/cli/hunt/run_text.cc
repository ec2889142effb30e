#include "cli/hunt/run_text.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "report/read_report.h"
#include "report/render/json.h"

namespace steward::cli {
namespace {

using Json = nlohmann::json;

std::string text_of(const report::Report& report) {
  std::ostringstream text;
  render_json(report, text);
  return text.str();
}

// What the program wrote need not be text.
Json binary(const std::string& bytes) {
  return Json::binary(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
}
std::string bytes_in(const Json& json) {
  const auto& bytes = json.get_binary();
  return std::string(bytes.begin(), bytes.end());
}

using Counts = channel::MemoryCounts;
constexpr std::uint64_t Counts::*kCounts[] = {
    &Counts::words, &Counts::writes, &Counts::reads,          &Counts::choices,
    &Counts::stale, &Counts::unseen, &Counts::largest_buffer, &Counts::most_writes};

// Races of the run that are not in its report, in the order of their meetings; then the read.
struct Apart {
  Json meetings = Json::array(), unordered = Json::array();
  report::Report report;
};
Apart taken_apart(const ControlledRun& run) {
  Apart apart;
  for (const Meeting& one : run.meetings) {
    apart.meetings.push_back({one.first, one.second, one.step});
    apart.report.races.push_back(one.race);
  }
  for (const Unordered& one : run.unordered) {
    apart.unordered.push_back({one.first, one.second});
    apart.report.races.push_back(one.race);
  }
  if (run.stale_read) {
    apart.report.races.push_back(run.stale_read->race);
    apart.report.findings.push_back(run.stale_read->read);
  }
  return apart;
}

void put_together(const Json& json, report::Report apart, ControlledRun& run) {
  auto next = apart.races.begin();
  for (const Json& one : json.at("meetings"))
    run.meetings.push_back({one.at(0), one.at(1), one.at(2), std::move(*next++)});
  for (const Json& one : json.at("unordered"))
    run.unordered.push_back({one.at(0), one.at(1), std::move(*next++)});
  if (!apart.findings.empty())
    run.stale_read = StaleRead{std::move(apart.findings.front()), std::move(*next)};
}

}  // namespace

std::string text_of(const ControlledRun& run) {
  const Apart apart = taken_apart(run);
  Json counts = Json::array();
  for (const auto count : kCounts) counts.push_back(run.memory.*count);
  const Json json{{"status", run.status},
                  {"overdue", run.overdue},
                  {"watched", run.watched},
                  {"steps", run.steps},
                  {"accesses", run.accesses},
                  {"memory", std::move(counts)},
                  {"stale_count", run.stale_count},
                  {"meetings", apart.meetings},
                  {"unordered", apart.unordered},
                  {"apart", binary(text_of(apart.report))},
                  {"report", binary(text_of(run.report))},
                  {"output", binary(run.output)},
                  {"opened", run.opened},
                  {"processes", run.processes},
                  {"suppressions", run.suppressions}};
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  return std::string(bytes.begin(), bytes.end());
}

std::optional<ControlledRun> run_from(const std::string& text) try {
  const Json json = Json::from_cbor(text);
  auto report = report::report_from(bytes_in(json.at("report")), "");
  auto apart = report::report_from(bytes_in(json.at("apart")), "");
  if (!report || !apart) return std::nullopt;
  if (apart->races.size() !=
      json.at("meetings").size() + json.at("unordered").size() + (apart->findings.empty() ? 0 : 1))
    return std::nullopt;
  ControlledRun run;
  run.status = json.at("status");
  run.overdue = json.at("overdue");
  run.watched = json.at("watched");
  run.steps = json.at("steps");
  run.accesses = json.at("accesses");
  for (std::size_t i = 0; i < std::size(kCounts); ++i)
    run.memory.*kCounts[i] = json.at("memory").at(i);
  run.stale_count = json.at("stale_count");
  put_together(json, *std::move(apart), run);
  run.report = *std::move(report);
  run.output = bytes_in(json.at("output"));
  run.opened = json.at("opened").get<std::set<std::string>>();
  run.processes = json.at("processes").get<std::vector<std::uint64_t>>();
  run.suppressions = json.at("suppressions").get<std::set<std::string>>();
  return run;
} catch (const Json::exception&) {
  return std::nullopt;
}

}  // namespace steward::cli
