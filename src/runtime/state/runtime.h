// All of the runtime's state, and how it comes to life.
//
// The library is loaded into every process below the tool. It stays dormant, with all interposed
// functions passing through, until instrumented code announces itself (__tsan_init).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "core/lockset/lock_order.h"
#include "core/policy/policy.h"
#include "runtime/analysis/analysis.h"
#include "runtime/platform/pages.h"
#include "runtime/report/prospects.h"
#include "runtime/report/reporter.h"
#include "runtime/report/sender.h"
#include "runtime/state/barriers.h"
#include "runtime/state/benign_ranges.h"
#include "runtime/state/blocks.h"
#include "runtime/state/descriptors.h"
#include "runtime/state/function_table.h"
#include "runtime/state/guards.h"
#include "runtime/state/lock_objects.h"
#include "runtime/state/plan.h"
#include "runtime/state/race_policy.h"
#include "runtime/state/thread.h"
#include "runtime/state/threads.h"

namespace steward {

// How much is watched: see control/relief.h.
enum class Effort : std::uint8_t { everything, synchronization, nothing };

class Runtime {
 public:
  explicit Runtime(const Sender& opened);

  Heap heap{runtime_pages(), Heap::Sharing::many_threads};
  Contexts contexts{heap};
  LockChains lock_chains{heap};
  Origins origins{heap};
  LockObjects locks{heap};
  Shared<LockOrder<ThreadPlace>, Locked> lock_order{heap};
  std::atomic<std::uint64_t> forgotten_locks = 0;  // by the order
  Barriers barriers{heap};
  Blocks blocks{heap};
  BenignRanges benign{heap};
  Descriptors descriptors{heap};
  Guards guards{heap};
  Threads threads{heap};
  NewestFunctions functions;  // by which objects change hands, as the user says
  Plan plan{heap, std::getenv(channel::kPlanVariable)};
  Sender sender;
  RacePolicy race_policy{sender, std::getenv(channel::kOnRaceVariable)};
  Prospects prospects{*this};
  Reporter reporter{*this};
  Analysis& detector = make_analysis(*this);

  // Before the first thread is made, and nothing that happens by then can race: whoever comes later
  // is ordered after it.
  std::atomic<bool> several_threads = false;

  std::atomic<Effort> effort = Effort::everything;
  SpinLock relief;  // held by whoever changes that
  bool watches(Effort least) const { return effort.load(std::memory_order_relaxed) <= least; }
};

// Null while dormant.
[[gnu::visibility("hidden")]] extern std::atomic<Runtime*> the_runtime;

// Instrumented code is there: comes to life if there is a tool to report to. The calling thread is
// the main one.
void activate();

inline Runtime* runtime() { return the_runtime.load(std::memory_order_relaxed); }

}  // namespace steward
