// From many findings to few races.
//
// A detector speaks of pairs of events; a person thinks of pairs of places. Two findings are the
// same race if they name the same object, the same two sites in either order, and the same kind of
// access at each. Bytes without a name are told apart by their sites alone, so that a loop over an
// array is one race, not one per element. Of a detector that speaks of pairs of sites, whatever
// they meet at, all findings of the same two are the same race.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/detect/finding.h"
#include "trace/names.h"

namespace steward::report {

// The object that a racing byte belongs to.
struct GroupObject {
  std::uint32_t name = 0;  // see FindingGroups::name()
  AddressRange range;
};

struct FindingGroup {
  Finding example;  // the first in the order of the execution, whatever the order of arrival
  std::optional<GroupObject> object;
  std::uint64_t seen = 0;  // pairs of events
};

enum class SameRace : bool { by_object_and_kinds, by_sites };

// Does `a` come before `b` in the order of the execution?
bool before(const Finding& a, const Finding& b);

class FindingGroups {
 public:
  // Past `limit` groups, findings that would open another are only counted.
  FindingGroups(const Names& names, SameRace same, std::size_t limit)
      : names_(names), same_(same), limit_(limit) {}

  // Findings with the same later event should come one after the other, as detectors give them:
  // then those of one pair of events are merged where their bytes touch and count once.
  void add(const Finding& finding);
  // Call once, after the last add().
  void finish() { flush(); }

  const std::vector<FindingGroup>& groups() const { return groups_; }
  const std::string& name(const GroupObject& object) const { return object_names_[object.name]; }
  std::uint64_t dropped() const { return dropped_; }

 private:
  struct Pending {
    Finding finding;
    std::optional<GroupObject> object;
  };
  // A site and what it does there, in one word.
  using Side = std::uint64_t;
  struct Key {
    std::uint32_t name_plus_one;  // 0: no name
    Side low, high;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  // Lets names be looked up without copying them.
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };

  static Side side_of(const TraceOrigin& origin);
  Key key_of(const Pending& pending) const;
  static bool touches(const Pending& a, const Pending& b);
  std::optional<GroupObject> object_at(Address address);
  void flush();
  void count(const Pending& pending);

  const Names& names_;
  const SameRace same_;
  const std::size_t limit_;
  std::vector<Pending> pending_;  // all with the same later event
  std::vector<FindingGroup> groups_;
  std::unordered_map<Key, std::size_t, KeyHash> group_of_;
  std::vector<std::string> object_names_;
  std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> object_name_of_;
  std::uint64_t dropped_ = 0;
};

}  // namespace steward::report
