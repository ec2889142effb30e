// What a trace calls its threads, locks, sites and variables. Events carry numbers only; names are
// for people, and no analysis depends on them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/event/types.h"

namespace steward {

// A place in the program's source. What is not known is empty or 0.
struct Site {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Site&, const Site&) = default;
};

// A site as one line of text: `file:line:column function`, with what is known of it. Text of any
// other shape is kept as the function, so text -> Site -> text changes nothing.
std::string text_of(const Site& site);
Site site_from(std::string_view text);

// What an address belongs to.
struct NamedPlace {
  std::string_view name;
  std::uint64_t offset;  // of the address in the named range
  std::uint64_t size;    // of the whole range
};

enum class NamedObject : std::uint8_t { thread, lock, message, condition };

// The names known so far. A reader adds to them as it goes along: a name is there at the latest
// when the first event that uses it has been read. A second name for the same thing replaces the
// first; a named range replaces all it overlaps; saying the same again changes nothing.
//
// The spans list every definition in the order made, replaced ones included, and only grow: who
// copies a trace remembers how far it has got.
class Names {
 public:
  struct ObjectDefinition {
    NamedObject what;
    std::uint64_t id;
    std::string name;
  };
  struct SiteDefinition {
    SiteId id;
    Site site;
  };
  struct RangeDefinition {
    AddressRange range;
    std::string name;
  };

  void define(NamedObject what, std::uint64_t id, std::string name);
  void define(SiteId id, Site site);
  // A range that is empty or wraps around is ignored: no address is in it.
  void define(AddressRange range, std::string name);

  // Empty if it has no name.
  std::string_view thread(ThreadId id) const { return object(NamedObject::thread, id.value()); }
  std::string_view lock(LockId id) const { return object(NamedObject::lock, id.value()); }
  std::string_view message(MessageId id) const { return object(NamedObject::message, id.value()); }
  std::string_view condition(ConditionId id) const {
    return object(NamedObject::condition, id.value());
  }
  // Null if nothing is known of it.
  const Site* site(SiteId id) const;
  std::optional<NamedPlace> location(Address address) const;

  std::span<const ObjectDefinition> objects() const { return objects_; }
  std::span<const SiteDefinition> sites() const { return sites_; }
  std::span<const RangeDefinition> ranges() const { return ranges_; }

 private:
  static constexpr int kNamedObjects = 4;

  std::string_view object(NamedObject what, std::uint64_t id) const;

  std::vector<ObjectDefinition> objects_;
  std::vector<SiteDefinition> sites_;
  std::vector<RangeDefinition> ranges_;
  // Positions in the vectors above.
  std::unordered_map<std::uint64_t, std::size_t> object_of_[kNamedObjects];
  std::unordered_map<std::uint32_t, std::size_t> site_of_;
  std::map<Address, std::size_t> range_at_;  // by first byte; never overlapping
};

}  // namespace steward
