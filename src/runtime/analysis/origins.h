// Where accesses of the running program come from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "channel/layout.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"
#include "runtime/analysis/interner.h"

namespace steward {

// The instruction, the calls that led there, the locks that were held, and what it did.
struct AccessOrigin {
  std::uint64_t counter = 0;
  ChainId calls;
  ChainId locks;
  std::uint32_t size = 0;   // 0: too large to be kept
  std::uint16_t begin = 0;  // kAligned, or its lowest bits: as many as tell where it begins
  AccessKind kind = AccessKind::read;
  channel::AccessForm form = channel::AccessForm::plain;
  std::uint32_t site = 0;  // the number of the counter

  AccessOrigin() = default;
  AccessOrigin(AccessKind k, AddressRange range, std::uint64_t at, ChainId c, ChainId l,
               channel::AccessForm f = channel::AccessForm::plain)
      : counter(at),
        calls(c),
        locks(l),
        size(size_of(range)),
        begin(begin_of(range)),
        kind(k),
        form(f) {}

  // The bytes of the access, given some of them; just these if more is not known.
  AddressRange range(AddressRange known) const {
    if (size == 0) return known;
    const std::uint64_t back = size <= kSmall && begin == kAligned
                                   ? known.begin.value() % size
                                   : (known.begin.value() - begin) & low_bits(size);
    if (back + known.size > size) return known;
    return {Address(known.begin.value() - back), size};
  }

  // One of its bytes tells where it begins: a loop over an array is one place. No other one of so
  // few bytes begins there.
  static constexpr std::uint16_t kAligned = 0x1fff;

 private:
  static constexpr std::uint64_t kSmall = 16;
  static constexpr std::uint64_t kLargest = 0xfff;  // as in a trace: both say the same
  static std::uint64_t low_bits(std::uint64_t size) { return size <= kSmall ? 0x1f : 0x1fff; }
  [[gnu::always_inline]] static std::uint32_t size_of(AddressRange range) {
    return range.size > kLargest ? 0 : static_cast<std::uint32_t>(range.size);
  }
  [[gnu::always_inline]] static std::uint16_t begin_of(AddressRange range) {
    if (range.size > kLargest) return 0;
    const std::uint64_t place = range.begin.value() & low_bits(range.size);
    const std::uint64_t above = range.size - 1;
    const bool is_aligned =
        range.size <= kSmall && (range.size & above) == 0 && (place & above) == 0;
    return is_aligned ? kAligned : static_cast<std::uint16_t>(place);
  }
};

// Its number: what a detector remembers beside the history of a location.
class LiveOrigin {
 public:
  LiveOrigin() = default;
  LiveOrigin(std::uint32_t number, AccessKind kind)
      : number_(number), kind_(static_cast<std::uint32_t>(kind)) {}
  std::uint32_t number() const { return number_; }
  AccessKind kind() const { return static_cast<AccessKind>(kind_); }
  friend bool operator==(const LiveOrigin&, const LiveOrigin&) = default;

 private:
  std::uint32_t number_ : 28 = 0;
  std::uint32_t kind_ : 4 = 0;
};

// All there are.
class Origins {
 public:
  explicit Origins(Heap& heap) : origins_(heap), sites_(heap) {}

  std::uint32_t site_of(std::uint64_t counter) { return sites_.number_of({counter}); }
  std::uint32_t number_of(const AccessOrigin& origin, std::uint32_t site) {
    return origins_.number_of(Packed(origin, site));
  }
  AccessOrigin at(std::uint32_t number) const {
    const Packed& packed = origins_.at(number);
    AccessOrigin origin = packed.unpacked();
    origin.counter = sites_.at(packed.site).counter;
    return origin;
  }
  std::uint32_t site_at(std::uint32_t number) const { return origins_.at(number).site; }
  static bool is_known(std::uint32_t number) { return Interner<Packed>::is_known(number); }

  // Whether the writes of a site have changed anything, as far as that was seen.
  enum class Effect : std::uint8_t { unknown, none, change };
  Effect effect_of(std::uint32_t site) const {
    if (!Interner<Site>::is_known(site)) return Effect::unknown;
    Effect known;
    __atomic_load(&sites_.at(site).effect, &known, __ATOMIC_RELAXED);
    return known;
  }
  // What it was before.
  Effect note_effect(std::uint32_t site, Effect effect) {
    if (!Interner<Site>::is_known(site)) return Effect::unknown;
    Effect before = effect_of(site);
    while (before < effect &&
           !__atomic_compare_exchange(&sites_.at(site).effect, &before, &effect, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return before;
  }

 private:
  struct Site {
    std::uint64_t counter = 0;
    mutable Effect effect = Effect::unknown;  // found out later
    std::uint64_t hash() const { return mix_bits(counter); }
    friend bool operator==(const Site& a, const Site& b) { return a.counter == b.counter; }
  };

  // As they are kept: a recursive function has many.
  struct Packed {
    std::uint32_t site = 0;
    ChainId calls;
    ChainId locks;
    std::uint32_t size : 12 = 0;
    std::uint32_t begin : 13 = 0;
    std::uint32_t kind : 3 = 0;
    std::uint32_t form : 4 = 0;

    Packed() = default;
    Packed(const AccessOrigin& origin, std::uint32_t at)
        : site(at),
          calls(origin.calls),
          locks(origin.locks),
          size(origin.size),
          begin(origin.begin),
          kind(static_cast<std::uint32_t>(origin.kind)),
          form(static_cast<std::uint32_t>(origin.form)) {}
    AccessOrigin unpacked() const {
      AccessOrigin origin;
      origin.calls = calls;
      origin.locks = locks;
      origin.size = size;
      origin.begin = begin;
      origin.kind = static_cast<AccessKind>(kind);
      origin.form = static_cast<channel::AccessForm>(form);
      origin.site = site;
      return origin;
    }
    std::uint64_t hash() const {
      return mix_bits(site ^ std::uint64_t{calls.value()} << 32) +
             mix_bits(std::uint64_t{locks.value()} << 32 ^ std::uint64_t{size} << 20 ^
                      std::uint64_t{begin} << 7 ^ std::uint64_t{kind} << 4 ^ form);
    }
    // What is done by one call comes together.
    std::uint64_t home() const {
      return mix_bits(calls.value() ^ std::uint64_t{locks.value()} << 32);
    }
    friend bool operator==(const Packed&, const Packed&) = default;
  };

  static_assert(sizeof(Packed) == 16);

  Interner<Packed> origins_;
  Interner<Site> sites_;
};

// A thread's way to them: the same places come again and again. REQUIRES: it is made where all is
// zero; its tables stay so, and cost memory where they are used.
class RecentOrigins {
 public:
  explicit RecentOrigins(Origins& all) : all_(all) {}

  [[gnu::always_inline]] LiveOrigin number_of(const AccessOrigin& origin) {
    const std::uint32_t number = known(origin);
    return number != 0 ? LiveOrigin(number, origin.kind) : learn(origin);
  }
  // Its number, if it is at hand; else 0.
  [[gnu::always_inline]] std::uint32_t known(const AccessOrigin& origin) const {
    const Key key(origin);
    const Known& known = known_[key.place()];
    return known.key == key ? known.number : 0;
  }

 private:
  // All that the origin of an access of 1, 2, 4, 8 or 16 bytes says, to be compared at once.
  // Addresses of code have 47 bits. Others have a key that nothing equals.
  struct Key {
    std::uint64_t counter;
    std::uint64_t lists;

    Key() = default;
    [[gnu::always_inline]] explicit Key(const AccessOrigin& origin)
        : counter(origin.counter | access_of(origin) << kCounterBits),
          lists(std::uint64_t{origin.calls.value()} << 32 | origin.locks.value()) {}
    [[gnu::always_inline]] static std::uint64_t access_of(const AccessOrigin& origin) {
      if (origin.size > 16 || __builtin_popcount(origin.size) != 1) return kNone;
      const std::uint64_t begin = origin.begin == AccessOrigin::kAligned ? 32 : origin.begin;
      return begin << 10 | static_cast<std::uint64_t>(__builtin_ctz(origin.size)) << 7 |
             static_cast<std::uint64_t>(origin.form) << 3 | static_cast<std::uint64_t>(origin.kind);
    }
    bool is_none() const { return counter >> kCounterBits == kNone; }
    [[gnu::always_inline]] std::size_t place() const {
      return (counter ^ lists >> 32 ^ lists * 5) % kKnown;
    }
    [[gnu::always_inline]] friend bool operator==(const Key& a, const Key& b) {
      return a.counter == b.counter && a.lists == b.lists;
    }
    static constexpr int kCounterBits = 48;
    static constexpr std::uint64_t kNone = 0xffff;
  };
  static constexpr std::size_t kKnown = 2048;
  static constexpr std::size_t kOthers = 256;
  struct Known {
    Key key;
    std::uint32_t number;
  };
  // With other calls and locks most sites are the same.
  static constexpr std::size_t kSites = 512;
  struct Site {
    std::uint64_t counter;
    std::uint32_t number;
  };
  // Of any other.
  struct Other {
    Key key;
    std::uint64_t access;
    std::uint32_t number;
  };

  [[gnu::noinline]] LiveOrigin learn(AccessOrigin origin) {
    const Key key(origin);
    if (!key.is_none()) {
      const std::uint32_t number = number_in_all(origin);
      known_[key.place()] = {key, number};
      return {number, origin.kind};
    }
    const std::uint64_t access =
        std::uint64_t{origin.size} << 32 | std::uint64_t{origin.begin} << 16 |
        static_cast<std::uint64_t>(origin.kind) << 8 | static_cast<std::uint64_t>(origin.form);
    Other& other = others_[(key.place() ^ access ^ access >> 32) % kOthers];
    if (!(other.key == key) || other.access != access) other = {key, access, number_in_all(origin)};
    return {other.number, origin.kind};
  }
  std::uint32_t number_in_all(const AccessOrigin& origin) {
    Site& site = sites_[origin.counter % kSites];
    if (site.counter != origin.counter) site = {origin.counter, all_.site_of(origin.counter)};
    return all_.number_of(origin, site.number);
  }

  Origins& all_;
  Known known_[kKnown];
  Other others_[kOthers];
  Site sites_[kSites];
};

}  // namespace steward
