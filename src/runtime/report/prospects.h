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
#include "runtime/state/kin.h"
#include "runtime/state/kinship.h"
#include "runtime/state/thread.h"

namespace steward {

struct Block;
struct BlockPart;
class Runtime;
struct ThreadState;

// Thread safety: any thread may call anything.
class Prospects {
 public:
  explicit Prospects(Runtime& runtime);

  // These bytes may race.
  void watch(AddressRange bytes);
  // What some words in a row are, as far as nobody has known it yet: that and the next words of an
  // object that comes again and again.
  struct KinInRow {
    AddressRange words;
    Kin first = kNoKin;
    std::uint64_t phase = 0;
    std::uint64_t period = 1;
    Kin at(std::uint64_t i) const {
      return static_cast<Kin>(first < kFirstKin ? first : first + (phase + i) % period);
    }
  };
  // All words of a block, as far as that is simple; else of the first kKinUnknown.
  KinInRow kin_of(const Block& block);
  // That word is one of them. It stays what it is until a block is made there.
  KinInRow kin_around(const ThreadState& t, Address word);
  // The instruction at `counter` accesses words of that kin.
  void meet(ThreadState& t, std::uint64_t counter, Kin kin);
  // Whether all that it is has been told: nothing that happens to words of that kin is news.
  [[gnu::always_inline]] bool is_selected(Kin kin) const {
    const Flags* const flags = selected_[kin / kFlags % kFlagsOfAll].load();
    return flags != nullptr && kin / kFlags < kFlagsOfAll &&
           flags->of[kin % kFlags].load(std::memory_order_relaxed);
  }
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

  // f(BlockWord) for each that these bytes of a block belong to.
  template <class F>
  static void for_each_word(AddressRange block, std::uint64_t element, std::uint64_t counter,
                            AddressRange bytes, F&& f);
  KinInRow kin_in_block(const Block& block, Address word);
  // The first of `count` kin in a row: the words of an element, or of a small block.
  Kin first_of(std::uint64_t counter, std::uint64_t stride, std::uint64_t count);
  static Entry entry_of(const BlockWord& word);
  void tell_kin(const Vector<BlockWord>& kin);
  void note_selected(Kin kin);

  void tell(const Entry& entry);
  bool is_news(const Entry& entry);
  void tell_of_global(Entry entry);

  Runtime& runtime_;
  std::atomic<std::size_t> most_held_ = 0;
  SpinLock lock_;
  HashMap<Entry, bool> told_;
  HashMap<Entry, std::uint32_t> in_page_;
  HashMap<LockId, bool> channels_;
  SpinLock kinship_lock_;
  Kinship<BlockWord> kinship_;
  HashMap<BlockWord, Kin> rows_;  // the first of each
  // What is_selected() says; of kin beyond these it says nothing.
  static constexpr std::size_t kFlags = 4096;
  static constexpr std::size_t kFlagsOfAll = 1024;
  struct Flags {
    std::atomic<bool> of[kFlags] = {};
  };
  std::atomic<Flags*> selected_[kFlagsOfAll] = {};
};

}  // namespace steward
