#include "compare/comparison.h"

#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace steward::compare {
namespace {

// Where objects and stacks are stands in the truth.
struct Places {
  AddressRange heap;
  std::vector<AddressRange> stacks;
};
Places places_in(const Names& names) {
  Places places;
  for (const Names::RangeDefinition& one : names.ranges()) {
    if (one.name == "heap") places.heap = one.range;
    if (one.name == "stacks") places.stacks.push_back(one.range);
  }
  return places;
}

// What differs; empty: nothing. Threads have other numbers, but the same ones throughout.
std::string difference(const std::vector<ProgramAccess>& recorded,
                       const std::vector<ProgramAccess>& truth) {
  if (recorded.size() != truth.size())
    return fmt::format("{} accesses were recorded, the program made {}", recorded.size(),
                       truth.size());
  std::unordered_map<std::uint32_t, std::uint32_t> thread_of, number_of;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const ProgramAccess &seen = recorded[i], &meant = truth[i];
    const std::uint32_t id = seen.thread.value(), number = meant.thread.value();
    if (seen.kind != meant.kind || seen.size != meant.size ||
        thread_of.try_emplace(number, id).first->second != id ||
        number_of.try_emplace(id, number).first->second != number)
      return fmt::format("access {} is not the one that was recorded as event {}", i, seen.event);
  }
  return {};
}

class Counter {
 public:
  explicit Counter(Count& count) : count_(count) {}
  void add(SiteId site) {
    ++count_.accesses;
    if (places_.insert(site.value()).second) ++count_.places;
  }

 private:
  Count& count_;
  std::unordered_set<std::uint32_t> places_;
};

Judged judge(const Execution& execution, const std::vector<bool>& truly_racy) {
  Judged judged;
  Counter racy(judged.racy), wrong(judged.wrong), missed(judged.missed);
  for (std::size_t i = 0; i < execution.racy.size(); ++i) {
    const bool reported = execution.racy[i];
    if (reported) racy.add(execution.sites[i]);
    if (reported && !truly_racy[i]) wrong.add(execution.sites[i]);
    if (!reported && truly_racy[i]) missed.add(execution.sites[i]);
  }
  return judged;
}

}  // namespace

Result<std::set<std::string>, std::string> racy_lines(Reader& truth) {
  const auto meant = examine(truth, {}, {}, {});
  if (!meant) return meant.error().message();
  std::set<std::string> lines;
  for (const ProgramAccess& access : meant->accesses) {
    const Site* const site = truth.names().site(access.site);
    if (meant->racy[access.event] && site != nullptr)
      lines.insert(fmt::format("{}:{}", site->file, site->line));
  }
  return lines;
}

Result<Comparison, std::string> compare(Reader& recorded, Reader& truth) {
  const auto meant = examine(truth, {}, {}, {});
  if (!meant) return meant.error().message();
  const Places places = places_in(truth.names());

  Comparison comparison;
  std::vector<bool> truly_racy;
  for (std::size_t i = 0; i < kConfigurations.size(); ++i) {
    const auto seen = examine(recorded, kConfigurations[i], places.heap, places.stacks);
    if (!seen) return seen.error().message();
    if (i == 0) {
      if (auto differs = difference(seen->accesses, meant->accesses); !differs.empty())
        return differs;
      comparison.events = seen->racy.size();
      comparison.accesses = seen->accesses.size();
      truly_racy.assign(seen->racy.size(), false);
      Counter racy(comparison.racy);
      for (std::size_t k = 0; k < meant->accesses.size(); ++k) {
        if (!meant->racy[meant->accesses[k].event]) continue;
        truly_racy[seen->accesses[k].event] = true;
        racy.add(seen->accesses[k].site);
      }
    }
    comparison.configurations[i] = judge(*seen, truly_racy);
  }
  return comparison;
}

}  // namespace steward::compare
