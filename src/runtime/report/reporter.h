// From what the detector found to what the tool is told.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/hash_map.h"
#include "base/spin_lock.h"
#include "channel/encoder.h"
#include "runtime/analysis/live.h"
#include "runtime/state/thread.h"

namespace steward {

class Runtime;

// As the detector's report it only takes notes: the location is held, and the detector may not be
// entered again. What was noted is told when the event is over, by the thread whose event it was.
class Reporter {
 public:
  explicit Reporter(Runtime& runtime);

  void operator()(const LiveFinding& finding);
  void tell(ThreadState& t);

  void tell_process();
  void tell_thread(const ThreadState& t, const ThreadState* creator, std::uint64_t counter);
  // Whether the process has failed so far.
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  // Two places in the program, each an instruction and a calling context.
  struct Pair {
    std::uint64_t counters[2];
    ChainId calls[2];
    std::uint64_t hash() const {
      return mix_bits(counters[0] * 31 + counters[1]) +
             mix_bits(std::uint64_t{calls[0].value()} << 32 | calls[1].value());
    }
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  // The first races of a pair of places may each be about another object, and are waited for until
  // they are printed; of a flood nobody needs to see each at its moment.
  static constexpr std::uint32_t kWaitedFor = 16;

  void tell_race(const LiveFinding& finding);
  void tell_modules();
  void add_stack(channel::Encoder& body, std::uint64_t counter, ChainId calls);
  void add_access(channel::Encoder& body, const LiveFinding::Access& access, AddressRange bytes);
  void add_location(channel::Encoder& body, Address address);

  Runtime& runtime_;
  SpinLock lock_;
  HashMap<Pair, std::uint32_t> told_;
  HashMap<LockId, bool> told_locks_;
  std::uint64_t modules_told_ = 0;  // how many loads and unloads there had been
  std::atomic<bool> failed_ = false;
};

}  // namespace steward
