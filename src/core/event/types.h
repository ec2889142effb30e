// The words every part of Steward uses for what a program does: threads, locks, sites, addresses.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "base/id.h"

namespace steward {

// A thread of the program. Never reused within one execution: two threads that the system gave the
// same handle one after the other are two ThreadIds.
using ThreadId = Id<struct ThreadTag, std::uint32_t>;
using LockId = Id<struct LockTag, std::uint64_t>;
// What a send and a receive name: a semaphore, a barrier, a queue, a user's channel.
using MessageId = Id<struct MessageTag, std::uint64_t>;
using ConditionId = Id<struct ConditionTag, std::uint64_t>;
// A place in the program's code that performs events. 0 means unknown.
using SiteId = Id<struct SiteTag, std::uint32_t>;
// The ordinal of an event in its trace, from 0.
using EventIndex = Id<struct EventTag, std::uint64_t>;

// An address of the analysed program, never one of our own.
class Address {
 public:
  constexpr Address() = default;
  constexpr explicit Address(std::uint64_t value) : value_(value) {}

  constexpr std::uint64_t value() const { return value_; }
  friend constexpr auto operator<=>(Address, Address) = default;
  friend constexpr Address operator+(Address a, std::uint64_t bytes) {
    return Address(a.value_ + bytes);
  }
  friend constexpr std::uint64_t operator-(Address a, Address b) { return a.value_ - b.value_; }

 private:
  std::uint64_t value_ = 0;
};

// The bytes [begin, begin + size). Never wraps around the address space.
struct AddressRange {
  Address begin;
  std::uint64_t size = 0;

  constexpr Address end() const { return begin + size; }
  constexpr bool contains(Address a) const { return begin <= a && a < end(); }
  constexpr bool overlaps(AddressRange other) const {
    return begin < other.end() && other.begin < end();
  }
  constexpr AddressRange intersection(AddressRange other) const {
    const Address first = std::max(begin, other.begin);
    const Address last = std::min(end(), other.end());
    return first < last ? AddressRange{first, last - first} : AddressRange{first, 0};
  }
  // f(AddressRange) for its parts in each aligned block of `unit` bytes, up to the end of memory.
  template <class F>
  constexpr void for_each_chunk(std::uint64_t unit, F&& f) const {
    for (std::uint64_t done = 0; done < size;) {
      const Address at = begin + done;
      const std::uint64_t part = std::min(size - done, unit - at.value() % unit);
      f(AddressRange{at, part});
      done += part;
    }
  }
  friend constexpr bool operator==(AddressRange, AddressRange) = default;
};

// C++'s orders; consume counts as acquire.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel ||
         order == MemoryOrder::seq_cst;
}
constexpr bool releases(MemoryOrder order) {
  return order == MemoryOrder::release || order == MemoryOrder::acq_rel ||
         order == MemoryOrder::seq_cst;
}

enum class LockMode : std::uint8_t { shared, exclusive };

// How an access touches memory. A read-modify-write is an atomic write; free is a plain write that
// reports name as what it is.
enum class AccessKind : std::uint8_t { read, write, atomic_read, atomic_write, free };

constexpr bool is_write(AccessKind kind) {
  return kind == AccessKind::write || kind == AccessKind::atomic_write || kind == AccessKind::free;
}
constexpr bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
}
// The kinds alone; the caller knows that the bytes overlap and the threads differ.
constexpr bool kinds_conflict(AccessKind a, AccessKind b) {
  return (is_write(a) || is_write(b)) && !(is_atomic(a) && is_atomic(b));
}

// Whatever conflicts with `b` conflicts with `a` too.
constexpr bool covers(AccessKind a, AccessKind b) {
  return (is_write(a) || !is_write(b)) && (!is_atomic(a) || is_atomic(b));
}

}  // namespace steward
