#include "support/run_detector.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <sys/mman.h>

#include "base/check.h"

namespace steward {
namespace {

std::map<std::size_t, std::vector<void*>>& cache() {
  static std::map<std::size_t, std::vector<void*>> kept;
  return kept;
}

void* map_cached(std::size_t bytes) {
  std::vector<void*>& kept = cache()[bytes];
  if (kept.empty()) return system_pages().map(bytes);
  void* memory = kept.back();
  kept.pop_back();
  return memory;
}

void unmap_cached(void* memory, std::size_t bytes) { cache()[bytes].push_back(memory); }

template <class T>
std::vector<T> sorted_once(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

const PageSource& cached_pages() {
  static constexpr PageSource kSource = {map_cached, unmap_cached};
  return kSource;
}

std::vector<oracle::Report> Findings::reports() const {
  std::vector<oracle::Report> reports;
  for (const Finding& finding : all_) {
    reports.push_back(
        {static_cast<std::size_t>(finding.later.origin.event().value()), finding.bytes});
  }
  return reports;
}

std::vector<std::pair<SiteId, SiteId>> Findings::site_pairs(KeptApart kept) const {
  std::vector<std::pair<SiteId, SiteId>> pairs;
  for (const Finding& finding : all_) {
    if (finding.kept_apart == kept)
      pairs.push_back(std::minmax(finding.earlier.origin.site(), finding.later.origin.site()));
  }
  return sorted_once(pairs);
}

std::vector<Address> Findings::bytes() const {
  std::vector<Address> bytes;
  for (const Finding& finding : all_) {
    for (Address byte = finding.bytes.begin; byte < finding.bytes.end(); byte = byte + 1)
      bytes.push_back(byte);
  }
  return sorted_once(bytes);
}

std::string describe(std::span<const oracle::FirstRace> races) {
  std::string text;
  for (const oracle::FirstRace& race : races) {
    text += "\n  byte " + std::to_string(race.byte.value()) + " (incarnation " +
            std::to_string(race.incarnation) + ") first at event " + std::to_string(race.event);
  }
  return text.empty() ? "\n  nothing" : text;
}

}  // namespace steward
