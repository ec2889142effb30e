#include "report/grouping.h"

#include <algorithm>
#include <tuple>

namespace steward::report {
namespace {

bool same_events(const Finding& a, const Finding& b) {
  return a.earlier.origin.event() == b.earlier.origin.event() &&
         a.later.origin.event() == b.later.origin.event();
}

AddressRange united(AddressRange a, AddressRange b) {
  const Address begin = std::min(a.begin, b.begin);
  return {begin, std::max(a.end(), b.end()) - begin};
}

bool touch(AddressRange a, AddressRange b) { return a.begin <= b.end() && b.begin <= a.end(); }

}  // namespace

bool before(const Finding& a, const Finding& b) {
  const auto position = [](const Finding& f) {
    // Of one access by its bytes, as a running program finds them.
    return std::tuple(f.later.origin.event(), f.bytes.begin, f.earlier.thread,
                      f.earlier.origin.event());
  };
  return position(a) < position(b);
}

std::size_t FindingGroups::KeyHash::operator()(const Key& key) const {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  std::uint64_t hash = key.name_plus_one;
  hash = (hash ^ key.low) * kOdd;
  hash = ((hash ^ (hash >> 32)) ^ key.high) * kOdd;
  return hash ^ (hash >> 32);
}

FindingGroups::Side FindingGroups::side_of(const TraceOrigin& origin) {
  return std::uint64_t{origin.site().value()} << 8 | static_cast<std::uint64_t>(origin.kind());
}

FindingGroups::Key FindingGroups::key_of(const Pending& pending) const {
  if (same_ == SameRace::by_sites) {
    const auto [low, high] = std::minmax({pending.finding.earlier.origin.site().value(),
                                          pending.finding.later.origin.site().value()});
    return {0, low, high};
  }
  const Side a = side_of(pending.finding.earlier.origin);
  const Side b = side_of(pending.finding.later.origin);
  return {pending.object ? pending.object->name + 1 : 0, std::min(a, b), std::max(a, b)};
}

void FindingGroups::add(const Finding& finding) {
  if (!pending_.empty() &&
      pending_.back().finding.later.origin.event() != finding.later.origin.event()) {
    flush();
  }
  pending_.push_back({finding, object_at(finding.bytes.begin)});
}

std::optional<GroupObject> FindingGroups::object_at(Address address) {
  const std::optional<NamedPlace> place = names_.location(address);
  if (!place) return std::nullopt;
  auto known = object_name_of_.find(place->name);
  if (known == object_name_of_.end()) {
    const auto number = static_cast<std::uint32_t>(object_names_.size());
    known = object_name_of_.emplace(place->name, number).first;
    object_names_.emplace_back(place->name);
  }
  return GroupObject{known->second, {Address(address.value() - place->offset), place->size}};
}

bool FindingGroups::touches(const Pending& a, const Pending& b) {
  if (!same_events(a.finding, b.finding) || !touch(a.finding.bytes, b.finding.bytes)) return false;
  if (!a.object || !b.object) return !a.object && !b.object;
  return a.object->range == b.object->range;
}

void FindingGroups::flush() {
  std::sort(pending_.begin(), pending_.end(),
            [](const Pending& a, const Pending& b) { return before(a.finding, b.finding); });
  for (std::size_t i = 0; i < pending_.size();) {
    Pending merged = pending_[i++];
    for (; i < pending_.size() && touches(merged, pending_[i]); ++i) {
      merged.finding.bytes = united(merged.finding.bytes, pending_[i].finding.bytes);
    }
    count(merged);
  }
  pending_.clear();
}

void FindingGroups::count(const Pending& pending) {
  const Key key = key_of(pending);
  const auto known = group_of_.find(key);
  if (known == group_of_.end()) {
    if (groups_.size() == limit_) {
      ++dropped_;
      return;
    }
    group_of_.emplace(key, groups_.size());
    groups_.push_back({pending.finding, pending.object, 1});
    return;
  }
  FindingGroup& group = groups_[known->second];
  if (same_events(group.example, pending.finding)) {
    if (touch(group.example.bytes, pending.finding.bytes)) {
      group.example.bytes = united(group.example.bytes, pending.finding.bytes);
    }
    return;
  }
  ++group.seen;
  if (before(pending.finding, group.example)) {
    group.example = pending.finding;
    group.object = pending.object;
  }
}

}  // namespace steward::report
