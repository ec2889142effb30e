// Records that have a number, the same for equal ones: what can be stored with every access and still
// stands for much more when a race is reported. Nothing is ever forgotten: programs have few different
// stacks and places, compared with accesses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/policy/policy.h"

namespace steward {

// `Record` is trivially copyable, with operator== and a member hash(). Numbers begin at 1.
// Thread safety: any thread may call anything.
template <class Record>
class Interner {
 public:
  explicit Interner(Heap& heap) : heap_(heap), numbers_(heap) {}

  std::uint32_t number_of(const Record& record) {
    const Hold hold(lock_);
    std::uint32_t& number = numbers_.find_or_insert(record, 0u);
    if (number == 0) number = add(record);
    return number;
  }
  // Records never move, and whoever has a number got it after the record was written.
  const Record& at(std::uint32_t number) const { return chunks_[number / kChunk][number % kChunk]; }

 private:
  static constexpr std::uint32_t kChunk = 1u << 12;
  static constexpr std::uint32_t kChunks = 1u << 16;

  std::uint32_t add(const Record& record) {
    const std::uint32_t number = next_++;
    STEWARD_CHECK(number / kChunk < kChunks);
    Record*& chunk = chunks_[number / kChunk];
    if (chunk == nullptr) chunk = static_cast<Record*>(heap_.allocate(kChunk * sizeof(Record)));
    chunk[number % kChunk] = record;
    return number;
  }

  Heap& heap_;
  SpinLock lock_;
  HashMap<Record, std::uint32_t> numbers_;
  std::uint32_t next_ = 1;
  Record* chunks_[kChunks] = {};
};

}  // namespace steward
