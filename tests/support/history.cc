#include "support/history.h"

#include <algorithm>

#include "support/byte_states.h"

namespace steward::oracle {
namespace {

template <class T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

struct RacingHistory {
  std::vector<std::size_t> accesses;
  bool raced = false;
};

}  // namespace

void visit_histories(const Execution& x, const HistoryVisitor& visit) {
  ByteStates<std::vector<std::size_t>> memory;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (!x.counts(j)) continue;
    memory.follow(x.event(j));
    if (!x.is_access(j)) continue;
    const AddressRange range = x.event(j).range;
    for (Address byte = range.begin; byte < range.end(); byte = byte + 1) {
      visit(byte, memory.at(byte), j);
      memory.at(byte).push_back(j);
    }
  }
}

std::vector<FirstRace> first_races(const Execution& x, const PairPredicate& race) {
  std::vector<FirstRace> found;
  ByteStates<RacingHistory> memory;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (!x.counts(j)) continue;
    memory.follow(x.event(j));
    if (!x.is_access(j)) continue;
    const AddressRange range = x.event(j).range;
    for (Address byte = range.begin; byte < range.end(); byte = byte + 1) {
      RacingHistory& history = memory.at(byte);
      const bool racy =
          !history.raced && std::any_of(history.accesses.begin(), history.accesses.end(),
                                        [&](std::size_t i) { return race(i, j); });
      if (racy) {
        history.raced = true;
        found.push_back({byte, memory.incarnation(byte), j});
      }
      history.accesses.push_back(j);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<FirstRace> first_reports(const Execution& x, std::span<const Report> reports) {
  std::vector<FirstRace> found;
  ByteStates<bool> raced;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (x.counts(j)) raced.follow(x.event(j));
    for (const Report& report : reports) {
      if (report.event != j) continue;
      for (Address byte = report.bytes.begin; byte < report.bytes.end(); byte = byte + 1) {
        if (raced.at(byte)) continue;
        raced.at(byte) = true;
        found.push_back({byte, raced.incarnation(byte), j});
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

AllPairs all_pairs(const Execution& x, const PairPredicate& race) {
  AllPairs all;
  visit_histories(x, [&](Address byte, std::span<const std::size_t> history, std::size_t j) {
    for (std::size_t i : history) {
      if (!race(i, j)) continue;
      all.events.emplace_back(i, j);
      all.sites.emplace_back(std::minmax(x.event(i).site, x.event(j).site));
      all.bytes.push_back(byte);
    }
  });
  sort_unique(all.events);
  sort_unique(all.sites);
  sort_unique(all.bytes);
  return all;
}

std::vector<Address> racy_bytes(std::span<const FirstRace> races) {
  std::vector<Address> bytes;
  for (const FirstRace& race : races) bytes.push_back(race.byte);
  sort_unique(bytes);
  return bytes;
}

std::vector<std::size_t> racy_events(std::span<const FirstRace> races) {
  std::vector<std::size_t> events;
  for (const FirstRace& race : races) events.push_back(race.event);
  sort_unique(events);
  return events;
}

}  // namespace steward::oracle
