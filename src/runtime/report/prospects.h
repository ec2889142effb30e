// Phase one of a prediction: what it finds is not told as races, but as classes of locations for
// phase two, each once and at the moment it is found: whatever happens to the process then.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "channel/plan.h"
#include "core/event/types.h"
#include "runtime/state/kinship.h"
#include "runtime/state/recent_blocks.h"
#include "runtime/state/thread.h"

namespace steward {

struct AccessOrigin;
struct Block;
class Runtime;
struct ThreadState;

// Thread safety: any thread may call anything.
class Prospects {
 public:
  explicit Prospects(Runtime& runtime);

  // These bytes may race.
  void watch(AddressRange bytes);
  // The calling thread has accessed these.
  void accessed(ThreadState& t, const AccessOrigin& origin, AddressRange bytes);
  // Whether another time, from the same place, would tell nothing new.
  bool knows_access(const ThreadState& t, std::uint64_t counter, AddressRange bytes) const;
  // A block of the heap is there, or not any more.
  void block_made(AddressRange block) { ages_.made(block); }
  void block_freed(Address begin) { ages_.freed(begin); }
  // So may any.
  void watch_everything();
  // This lock was used with a condition variable.
  void mark_channel(LockId lock);
  // A thread holds so many locks.
  void held(std::size_t locks);

 private:
  struct Entry : channel::PlanEntry {
    std::uint64_t hash() const {
      return mix_bits(module + site * 31 + offset * 0x9e3779b97f4a7c15u + size) +
             static_cast<std::uint64_t>(place) * 2 + static_cast<std::uint64_t>(role);
    }
  };
  // Of a page of globals in which so many parts race the rest counts too: an array, most likely.
  static constexpr std::uint32_t kMany = 32;
  static constexpr std::uint64_t kPage = 4096;

  // What the bytes belong to, by a look at all blocks.
  RecentBlocks::Place place_of(std::uint32_t site, Address byte);
  void note_place(ThreadState& t, const AccessOrigin& origin, AddressRange bytes);
  // f(BlockWord) for each that these bytes of a block belong to.
  template <class F>
  static void for_each_word(AddressRange block, std::uint64_t element, std::uint64_t counter,
                            AddressRange bytes, F&& f);
  static Entry entry_of(const BlockWord& word);

  void tell(const Entry& entry);
  bool is_news(const Entry& entry);
  void tell_of_global(Entry entry);

  Runtime& runtime_;
  std::atomic<std::size_t> most_held_ = 0;
  SpinLock lock_;
  HashMap<Entry, bool> told_;
  HashMap<Entry, std::uint32_t> in_page_;
  HashMap<LockId, bool> channels_;
  PageAges ages_;
  SpinLock kinship_lock_;
  Kinship<BlockWord> kinship_;
};

[[gnu::always_inline]] inline bool Prospects::knows_access(const ThreadState& t,
                                                           std::uint64_t counter,
                                                           AddressRange bytes) const {
  return t.stack.contains(bytes.begin) || t.recent_blocks.has_noted_all(counter, bytes, ages_) ||
         t.recent_blocks.has_noted(counter, bytes, ages_);
}

}  // namespace steward
