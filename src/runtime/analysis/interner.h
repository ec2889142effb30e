// Records that have a number, the same for equal ones: what can be stored with every access and
// still stands for much more when a race is reported. Nothing is ever forgotten: programs have few
// different stacks and places, compared with accesses. If one has too many after all, new ones are
// unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/policy/policy.h"
#include "runtime/platform/memory_use.h"

namespace steward {

// `Record` is trivially copyable, with operator== and a member hash(). Numbers begin at 1; 0 is
// unknown, as a default Record. Thread safety: any thread may call anything.
template <class Record, std::uint32_t kLimit = 1u << 28>
class Interner {
 public:
  explicit Interner(Heap& heap) : heap_(heap) {}

  std::uint32_t number_of(const Record& record) {
    const Hold hold(lock_);
    if (next_ == end_) [[unlikely]]
      return number_when_full(record);
    // Two thirds full at most.
    if (next_ >= places_count_ / 3 * 2) grow();
    std::uint32_t& place = place_of(record, record.hash());
    if (place == 0) place = add(record) | tag_of(record.hash());
    return place & kNumber;
  }
  // What is new from here on is unknown.
  void freeze() {
    const Hold hold(lock_);
    end_ = next_;
  }
  static bool is_known(std::uint32_t number) { return number != 0; }
  // Records never move, and whoever has a number got it after the record was written.
  const Record& at(std::uint32_t number) const {
    static constexpr Record kUnknown{};
    return is_known(number) ? chunks_[number / kChunk][number % kChunk] : kUnknown;
  }

 private:
  static constexpr std::uint32_t kChunk = 1u << 12;
  static constexpr std::size_t kFirstPlaces = 256;  // a power of two
  static constexpr std::uint32_t kChunks = (kLimit + kChunk - 1) / kChunk;

  std::uint32_t number_when_full(const Record& record) {
    const std::uint32_t known = places_count_ == 0 ? 0 : place_of(record, record.hash()) & kNumber;
    if (known == 0) memory_use.refused(Want::numbers);
    return known;
  }
  // With a number are kept some bits of its record's hash, so that records, which are all over
  // memory, need seldom be looked at.
  static constexpr std::uint32_t kNumber = (1u << 28) - 1;
  static_assert(kLimit <= kNumber + 1);
  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32) & ~kNumber;
  }
  // Places are looked through line by line: first that of the record's home, which those have in
  // common that are likely to come together, if there is such a thing; then others.
  static constexpr std::size_t kLine = 64 / sizeof(std::uint32_t);
  static std::uint64_t home_of(const Record& record, [[maybe_unused]] std::uint64_t hash) {
    if constexpr (requires { record.home(); }) return record.home();
    else return hash;
  }
  // f(place) for one after the other, until it says so.
  template <class F>
  std::uint32_t& look_through(const Record& record, std::uint64_t hash, F&& f) {
    const std::size_t lines = places_count_ / kLine;
    std::size_t line = home_of(record, hash) & (lines - 1);
    for (std::size_t step = hash >> 20 | 1;; line = (line + step) & (lines - 1))
      for (std::size_t i = 0; i < kLine; ++i) {
        std::uint32_t& place = places_[line * kLine + (hash + i) % kLine];
        if (f(place)) return place;
      }
  }
  // Where its number is, or is to be put. REQUIRES: there are places.
  std::uint32_t& place_of(const Record& record, std::uint64_t hash) {
    return look_through(record, hash, [&](std::uint32_t place) {
      return place == 0 ||
             (((place ^ tag_of(hash)) & ~kNumber) == 0 && this->at(place & kNumber) == record);
    });
  }
  void grow() {
    const std::size_t old_count = places_count_;
    std::uint32_t* const old = places_;
    places_count_ = old_count == 0 ? kFirstPlaces : old_count * 2;
    places_ = static_cast<std::uint32_t*>(heap_.allocate(places_count_ * sizeof(std::uint32_t)));
    std::memset(places_, 0, places_count_ * sizeof(std::uint32_t));
    for (std::uint32_t number = 1; number < next_; ++number) {
      const Record& record = at(number);
      const std::uint64_t hash = record.hash();
      look_through(record, hash, [](std::uint32_t place) { return place == 0; }) =
          number | tag_of(hash);
    }
    if (old != nullptr) heap_.deallocate(old, old_count * sizeof(std::uint32_t));
  }
  std::uint32_t add(const Record& record) {
    const std::uint32_t number = next_++;
    Record*& chunk = chunks_[number / kChunk];
    if (chunk == nullptr) chunk = static_cast<Record*>(heap_.allocate(kChunk * sizeof(Record)));
    chunk[number % kChunk] = record;
    return number;
  }

  Heap& heap_;
  SpinLock lock_;
  // Numbers by the hash of their records, which stand in the chunks alone: there may be millions.
  std::uint32_t* places_ = nullptr;
  std::size_t places_count_ = 0;
  std::uint32_t next_ = 1;
  std::uint32_t end_ = kLimit;
  Record* chunks_[kChunks] = {};
};

}  // namespace steward
