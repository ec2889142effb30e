#include "report/collector.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "report/fingerprint.h"
#include "report/hint.h"
#include "report/naming.h"
#include "report/site_identity.h"

namespace steward::report {
namespace {

struct NamedGroup {
  std::string fingerprint;
  FindingGroup group;
};

// Groups with their fingerprints, in the order of the execution. Sites that a fingerprint cannot
// tell apart (inlined copies of one line) are one race.
std::vector<NamedGroup> with_fingerprints(const FindingGroups& groups,
                                          const SiteIdentities& sites) {
  std::vector<NamedGroup> named;
  std::unordered_map<std::string, std::size_t> position;
  for (const FindingGroup& group : groups.groups()) {
    const TraceOrigin& a = group.example.earlier.origin;
    const TraceOrigin& b = group.example.later.origin;
    std::string print =
        fingerprint(group.object ? groups.name(*group.object) : "",
                    sites.identity(a.site(), a.kind()), sites.identity(b.site(), b.kind()));
    const auto [known, fresh] = position.try_emplace(print, named.size());
    if (fresh) {
      named.push_back({std::move(print), group});
      continue;
    }
    FindingGroup& kept = named[known->second].group;
    const std::uint64_t seen = kept.seen + group.seen;
    if (before(group.example, kept.example)) kept = group;
    kept.seen = seen;
  }
  std::sort(named.begin(), named.end(), [](const NamedGroup& a, const NamedGroup& b) {
    if (before(a.group.example, b.group.example)) return true;
    if (before(b.group.example, a.group.example)) return false;
    return a.fingerprint < b.fingerprint;
  });
  return named;
}

Location location_of(const FindingGroup& group, const FindingGroups& groups) {
  const AddressRange bytes = group.example.bytes;
  Location location;
  location.size = bytes.size;
  if (!group.object) {
    location.offset = bytes.begin.value();
    return location;
  }
  location.name = groups.name(*group.object);
  location.offset = bytes.begin - group.object->range.begin;
  location.object_begin = group.object->range.begin;
  location.object_size = group.object->range.size;
  return location;
}

std::vector<std::string> ids_of(const std::vector<NamedGroup>& named) {
  std::vector<std::string> fingerprints;
  for (const NamedGroup& group : named) fingerprints.push_back(group.fingerprint);
  return short_ids(fingerprints);
}

// Builds the races of one report, once all that they mention has a label.
class RaceWriter {
 public:
  RaceWriter(const Names& names, const Collector::LocksOf& locks_of, const Labels& threads,
             const Labels& locks)
      : names_(names), locks_of_(locks_of), threads_(threads), locks_(locks) {}

  // All but the hint.
  std::vector<Race> write(const std::vector<NamedGroup>& named, const FindingGroups& groups,
                          const Judgement& judgement) const {
    const std::vector<std::string> ids = ids_of(named);
    std::vector<Race> races;
    for (std::size_t i = 0; i < named.size(); ++i) {
      const Finding& example = named[i].group.example;
      Race& race = races.emplace_back();
      race.id = ids[i];
      race.fingerprint = named[i].fingerprint;
      race.verdict = judgement.verdict;
      race.real_by = judgement.real_by;
      race.location = location_of(named[i].group, groups);
      race.accesses = {access(example.earlier, example.bytes),
                       access(example.later, example.bytes)};
      race.runs.predicted = judgement.verdict == Verdict::potential ? 1 : 0;
      race.seen = named[i].group.seen;
    }
    return races;
  }

 private:
  Access access(const Finding::Access& found, AddressRange bytes) const {
    const AddressRange range = found.origin.range(bytes);
    Access access;
    access.kind = found.origin.kind();
    access.size = range.size;
    access.thread = threads_.of(found.thread.value());
    access.stack = stack_at(names_, found.origin.site());
    access.address = range.begin;
    access.event = found.origin.event();
    for (const HeldLock& held : locks_of_(found.origin.locks())) {
      access.locks.push_back({locks_.of(held.lock.value()), held.mode, {}});
    }
    return access;
  }

  const Names& names_;
  const Collector::LocksOf& locks_of_;
  const Labels& threads_;
  const Labels& locks_;
};

// Pairs that were found to race after all are of no more interest.
std::vector<NamedGroup> without(std::vector<NamedGroup> groups,
                                const std::vector<NamedGroup>& races) {
  std::unordered_set<std::string> known;
  for (const NamedGroup& race : races) known.insert(race.fingerprint);
  std::erase_if(groups, [&](const NamedGroup& group) { return known.contains(group.fingerprint); });
  return groups;
}

}  // namespace

void Collector::add(const Finding& finding) {
  // Also for events that the collector was not shown: the sites that race are numbered in any case.
  facts_.saw(finding.earlier.origin.site(), finding.earlier.origin.kind());
  facts_.saw(finding.later.origin.site(), finding.later.origin.kind());
  (finding.kept_apart == KeptApart::by_messages ? kept_apart_ : races_).add(finding);
}

void Collector::finish(const LocksOf& locks_of, Report& report) {
  races_.finish();
  kept_apart_.finish();
  const SiteIdentities sites(names_, facts_);
  const std::vector<NamedGroup> races = with_fingerprints(races_, sites);
  const std::vector<NamedGroup> kept_apart = without(with_fingerprints(kept_apart_, sites), races);
  ThreadMentions threads(names_, facts_);
  LockMentions locks(names_);
  for (const auto* list : {&races, &kept_apart}) {
    for (const NamedGroup& group : *list) {
      for (const auto* side : {&group.group.example.earlier, &group.group.example.later}) {
        threads.mention(side->thread);
        for (const HeldLock& held : locks_of(side->origin.locks())) locks.mention(held);
      }
    }
  }
  const Labels thread_labels = threads.labels();
  const Labels lock_labels = locks.labels();
  report.threads = threads.list(thread_labels);
  report.locks = locks.list(lock_labels);

  const RaceWriter writer(names_, locks_of, thread_labels, lock_labels);
  report.races = writer.write(races, races_, judgement_);
  if (judgement_.by_locks)
    for (Race& race : report.races) race.hint = lock_hint(race, report.locks);
  report.kept_apart = writer.write(kept_apart, kept_apart_, judgement_);
  for (Race& pair : report.kept_apart) pair.hint = message_hint();
  if (const std::uint64_t dropped = races_.dropped() + kept_apart_.dropped(); dropped > 0) {
    report.loss.push_back(
        {fmt::format("findings beyond the first {} distinct races, not reported", this->races()),
         dropped});
  }
}

}  // namespace steward::report
