// Which things belong together because the same place of the program has to do with them.
//
// A place that works on objects of two kinds may do to one kind in the next execution what it did
// to the other in this one. So if one kind is selected, its kin is as well: all that a chain of
// places connects it with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"

namespace steward {

// Families are trees of numbers, and rings by which all members are found. Members are numbered in
// the order in which they were first heard of. Thread safety: none, the user locks.
template <class Thing>
class Kinship {
 public:
  explicit Kinship(Heap& heap) : numbers_(heap), at_place_(heap), members_(heap) {}

  // `place` has to do with `thing`. f(thing) for each that is selected for that.
  template <class F>
  void meet(std::uint64_t place, const Thing& thing, F&& f) {
    const std::uint32_t number = number_of(thing);
    unite(at_place_.find_or_insert(place, number), number, f);
  }
  // f(thing) for each of its kin that was not selected before, itself among them.
  template <class F>
  void select(const Thing& thing, F&& f) {
    select_family(number_of(thing), f);
  }

  std::uint32_t number_of(const Thing& thing) {
    const auto fresh = static_cast<std::uint32_t>(members_.size());
    const std::uint32_t number = numbers_.find_or_insert(thing, fresh);
    if (number == fresh) members_.push_back({thing, fresh, fresh});
    return number;
  }
  const Thing& at(std::uint32_t number) const { return members_[number].thing; }

 private:
  struct Member {
    Thing thing;
    std::uint32_t elder;     // itself: the head of its family
    std::uint32_t next;      // in the ring
    std::uint32_t size = 1;  // of the family, if it is the head
    bool selected = false;   // is the family, if it is the head
  };

  std::uint32_t head_of(std::uint32_t number) {
    while (members_[number].elder != number) {
      // Half as long for who comes next.
      members_[number].elder = members_[members_[number].elder].elder;
      number = members_[number].elder;
    }
    return number;
  }
  template <class F>
  void unite(std::uint32_t one, std::uint32_t other, F&& f) {
    std::uint32_t large = head_of(one), small = head_of(other);
    if (large == small) return;
    if (members_[large].selected) select_family(small, f);
    else if (members_[small].selected) select_family(large, f);
    if (members_[large].size < members_[small].size) std::swap(large, small);
    members_[small].elder = large;
    members_[large].size += members_[small].size;
    std::swap(members_[large].next, members_[small].next);
  }
  template <class F>
  void select_family(std::uint32_t of, F&& f) {
    Member& head = members_[head_of(of)];
    if (std::exchange(head.selected, true)) return;
    std::uint32_t at = of;
    do {
      f(std::as_const(members_[at].thing));
      at = members_[at].next;
    } while (at != of);
  }

  HashMap<Thing, std::uint32_t> numbers_;
  HashMap<std::uint64_t, std::uint32_t> at_place_;  // a thing that the place has met
  Vector<Member> members_;
};

}  // namespace steward
