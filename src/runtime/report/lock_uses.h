// Which locks are held at the accesses of a location, for a hint what is missing at one of them.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "core/event/types.h"
#include "runtime/state/blocks.h"

namespace steward {

class Runtime;

// Programs have many objects of a kind, each with few accesses. So what is known of the same place
// in others counts, too: in blocks that the same call has allocated, in elements of the same array.
// A lock that is part of such an object stands for the one in the same place of this one.
class LockUses {
 public:
  LockUses(Runtime& runtime, Address location);

  std::uint64_t accesses() const { return accesses_; }
  // Objects besides the one of the location that have some of these accesses.
  std::uint64_t others() const { return others_; }
  std::size_t locks() const { return uses_.size(); }
  // f(lock, how many accesses hold it)
  template <class F>
  void for_each(F&& f) {
    uses_.for_each([&](LockId lock, std::uint64_t count) { f(lock, count); });
  }

 private:
  // Enough to tell a rule from an exception.
  static constexpr std::size_t kMostOthers = 64;

  void count_elements_of(const Block& block);
  void count_in(AddressRange other);
  // as_here(lock): the lock that it stands for; LockId() for none.
  template <class AsHere>
  void count_at(Address address, AsHere&& as_here);

  Runtime& runtime_;
  const Address location_;
  AddressRange object_;  // around the location
  std::uint64_t accesses_ = 0;
  std::uint64_t others_ = 0;
  HashMap<LockId, std::uint64_t> uses_;
};

}  // namespace steward
