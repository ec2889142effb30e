#include "live/recorded.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>

#include "support/oracle.h"
#include "trace/reader.h"
#include "trace/well_formed.h"

namespace steward::live_test {
namespace {

constexpr std::size_t kMostEvents = 3000;

std::ostream& operator<<(std::ostream& to, const ToldAccess& access) {
  return to << access.what << " of " << access.size << " at 0x" << std::hex << access.address
            << std::dec;
}

std::vector<Event> events_of(const std::filesystem::path& trace) {
  auto reader = open(trace.string());
  EXPECT_TRUE(reader.ok());
  if (!reader.ok()) return {};
  WellFormedReader tidied(std::move(*reader));
  std::vector<Event> events;
  for (;;) {
    std::vector<Event> batch(512);
    const auto count = tidied.read(batch);
    EXPECT_TRUE(count.ok());
    if (!count.ok() || *count == 0 || events.size() > kMostEvents) return events;
    events.insert(events.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(*count));
  }
}

// The definition goes through memory byte by byte. Where memory of megabytes is cleared, a thread's
// stack, only the lines of it that are ever accessed matter.
std::vector<Event> with_short_ranges(const std::vector<Event>& events) {
  constexpr std::uint64_t kLine = 64, kShort = 4096;
  const auto is_access = [](const Event& e) {
    return e.kind != EventKind::alloc && e.kind != EventKind::clear;
  };
  std::set<std::uint64_t> lines;
  for (const Event& e : events)
    if (is_access(e) && e.range.size > 0 && e.range.size <= kShort)
      for (std::uint64_t at = e.range.begin.value() / kLine;
           at <= (e.range.begin.value() + e.range.size - 1) / kLine; ++at)
        lines.insert(at);
  std::vector<Event> all;
  for (const Event& e : events) {
    if (is_access(e) || e.range.size <= kShort) {
      all.push_back(e);
      continue;
    }
    const std::uint64_t end = (e.range.begin.value() + e.range.size) / kLine;
    for (auto at = lines.lower_bound(e.range.begin.value() / kLine); at != lines.end() && *at < end;
         ++at) {
      all.push_back(e);
      all.back().range = {Address(*at * kLine), kLine};
    }
  }
  return all;
}

}  // namespace

std::ostream& operator<<(std::ostream& to, const ToldRace& race) {
  return to << race.later << " after " << race.earlier;
}

std::set<ToldRace> told_races(const std::string& report) {
  static const std::regex kAccess(
      "\n  (Previous )?([A-Za-z ]+) of size ([0-9]+) at (0x[0-9a-f]+) by ");
  std::set<ToldRace> races;
  ToldAccess later;
  for (std::sregex_iterator at(report.begin(), report.end(), kAccess), end; at != end; ++at) {
    ToldAccess access{(*at)[2], std::stoull((*at)[4], nullptr, 16), std::stoull((*at)[3])};
    access.what[0] = static_cast<char>(std::tolower(access.what[0]));
    // A live report calls it a write, by the function that its stack begins with.
    if (access.what == "free") access.what = "write";
    if (!(*at)[1].matched) later = access;
    else races.insert({later, access});
  }
  return races;
}

std::set<ToldPlaces> told_places(const std::filesystem::path& json, const char* list) {
  std::set<ToldPlaces> all;
  const nlohmann::json report = nlohmann::json::parse(std::ifstream(json));
  for (const auto& race : report.at(list)) {
    const auto place = [&](std::size_t side) {
      const auto& access = race.at("accesses").at(side);
      // What has no name live has an address in a trace.
      const bool known = !access.at("file").is_null();
      return (known ? access.at("function").dump() + " " + access.at("file").dump() + ":" +
                          access.at("line").dump() + ":" + access.at("column").dump()
                    : "somewhere") +
             " " + access.at("access").dump() + (access.at("atomic").get<bool>() ? " atomic" : "");
    };
    all.insert(std::minmax(place(0), place(1)));
  }
  return all;
}

std::vector<Address> racy_bytes(const std::set<ToldRace>& races) {
  std::set<Address> bytes;
  for (const auto& [later, earlier] : races)
    for (std::uint64_t i = 0; i < later.size; ++i)
      if (later.address + i - earlier.address < earlier.size)
        bytes.insert(Address(later.address + i));
  return {bytes.begin(), bytes.end()};
}

std::vector<Address> bytes_of(const std::set<ToldRace>& races) {
  std::set<Address> bytes;
  for (const auto& [later, earlier] : races)
    for (const auto& side : {later, earlier})
      for (std::uint64_t i = 0; i < side.size; ++i) bytes.insert(Address(side.address + i));
  return {bytes.begin(), bytes.end()};
}

std::vector<Address> racy_bytes_by_definition(const std::filesystem::path& trace, bool& too_long) {
  const std::vector<Event> events = events_of(trace);
  too_long = events.size() > kMostEvents;
  if (too_long) return {};
  const std::vector<Event> shortened = with_short_ranges(events);
  return oracle::racy_bytes(oracle::Oracle(shortened).precise_races());
}

}  // namespace steward::live_test
