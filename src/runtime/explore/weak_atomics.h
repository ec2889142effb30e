// The atomic objects of the running program, whose loads may read older stores than the latest,
// wherever C++20 allows it (core/memory/atomic_history.h).
//
// Only the thread whose turn it is comes here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "channel/exploration.h"
#include "core/memory/adversarial_memory.h"
#include "core/memory/atomic_history.h"
#include "runtime/analysis/analysis.h"
#include "runtime/explore/accesses.h"
#include "runtime/explore/thread_clocks.h"
#include "sched/random.h"

namespace steward {

class Runtime;
struct Seat;

class WeakAtomics {
 public:
  // How many stores back a load can read.
  static constexpr std::size_t kMaxAge = 31;

  WeakAtomics(Runtime& runtime, const channel::ExplorationHeader& wish, ThreadClocks& clocks);

  // From now on loads read the latest.
  void be_fair() { heuristic_ = Heuristic::latest; }
  bool wanted() const { return wanted_; }
  const AdversarialMemory::Counts& counts() const { return counts_; }

  // A load that has found `value` in memory. It gets a stale one in its place, perhaps: the age of
  // the store it is of. Null: it reads the latest.
  std::size_t load(Seat& me, const AtomicOperation& operation, void* value);
  // A store or a read-modify-write that is about to happen, and has.
  void store(const AtomicOperation& operation);
  void stored(AddressRange range);
  // REQUIRES: it is seq_cst. `by`: at the fence, what it acquires included.
  void fence(const Accessor& by) { order_.fence(by.now, by.clock); }
  // The storage begins anew.
  void clear(AddressRange range);

 private:
  struct Value {
    std::uint64_t words[2] = {};
    friend bool operator==(const Value&, const Value&) = default;
  };
  struct Object {
    Object(Heap& heap, std::uint64_t bytes, const Value& initial)
        : size(bytes), history(heap, initial) {}
    std::uint64_t size;
    AtomicHistory<Value> history;
    Value last;  // what was read last
    bool was_read = false;
  };

  static Value value_at(AddressRange range);
  static std::uint64_t key(const Value& value) {
    return value.words[0] ^ mix_bits(value.words[1]) * (value.words[1] != 0);
  }
  Object& at(AddressRange range, const Value& content);
  std::size_t choose(const Object& object, std::size_t oldest);
  void tell(const Seat& me, const AtomicOperation& operation, const Object& object,
            std::size_t age);
  SequentialOrder::Position position(MemoryOrder order) {
    return order == MemoryOrder::seq_cst ? order_.next() : 0;
  }

  Runtime& runtime_;
  ThreadClocks& clocks_;
  const bool wanted_;
  Heuristic heuristic_;
  Random random_;
  SequentialOrder order_;
  HashMap<std::uint64_t, Object> objects_;
  AdversarialMemory::Counts counts_;
  std::uint64_t told_ = 0;
};

}  // namespace steward
