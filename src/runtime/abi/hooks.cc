// What a program may define to be told of things, and what it may ask or order.
#include <cstddef>
#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"
#include "runtime/report/program_hooks.h"

using namespace steward;

// Those of the executable take the place of these. A library's are behind these in the order of
// loading, and are looked for.
#define STEWARD_HOOK STEWARD_INTERPOSED [[gnu::weak]]

namespace {

struct Next {
  decltype(__tsan_default_options)* options;
  decltype(__tsan_default_suppressions)* suppressions;
  decltype(__tsan_on_report)* on_report;
  decltype(__tsan_on_initialize)* on_initialize;
  decltype(__tsan_on_finalize)* on_finalize;
};
constinit Next next = {};

template <class Function>
void look_for(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
// At once: what a lookup that fails leaves behind belongs to the thread that made it.
[[gnu::constructor(103)]] void look_for_hooks() {
  look_for(next.options, "__tsan_default_options");
  look_for(next.suppressions, "__tsan_default_suppressions");
  look_for(next.on_report, "__tsan_on_report");
  look_for(next.on_initialize, "__tsan_on_initialize");
  look_for(next.on_finalize, "__tsan_on_finalize");
  dlerror();  // nobody is to hear of those that are not there
}

}  // namespace

STEWARD_HOOK const char* __tsan_default_options() {
  return next.options == nullptr ? "" : next.options();
}
STEWARD_HOOK const char* __tsan_default_suppressions() {
  return next.suppressions == nullptr ? "" : next.suppressions();
}
STEWARD_HOOK void __tsan_on_report(void* report) {
  if (next.on_report != nullptr) next.on_report(report);
}
STEWARD_HOOK void __tsan_on_initialize() {
  if (next.on_initialize != nullptr) next.on_initialize();
}
STEWARD_HOOK int __tsan_on_finalize(int failed) {
  return next.on_finalize == nullptr ? failed : next.on_finalize(failed);
}
// The name that programs linked with the compilers' libraries can define without more ado:
// __tsan::OnFinalize.
STEWARD_HOOK int _ZN6__tsan10OnFinalizeEb(bool failed) {
  return __tsan_on_finalize(failed ? 1 : 0);
}
STEWARD_HOOK void __tsan_on_thread_idle() {}
// __tsan::OnPotentiallyBlockingRegionBegin and End, around the wait for a static variable.
STEWARD_HOOK void _ZN6__tsan32OnPotentiallyBlockingRegionBeginEv() {}
STEWARD_HOOK void _ZN6__tsan30OnPotentiallyBlockingRegionEndEv() {}
STEWARD_HOOK void __tsan_test_only_on_fork() {}
STEWARD_HOOK bool __tsan_symbolize_external(void*, char*, std::size_t, char*, std::size_t, int*,
                                            int*) {
  return false;
}
STEWARD_HOOK void __tsan_symbolize_external_ex(void*, void (*)(void*, const void*), void*) {}

// Memory is given back as soon as it is not needed, not on demand.
STEWARD_INTERPOSED void __tsan_flush_memory() {}
STEWARD_INTERPOSED unsigned long __tsan_testonly_shadow_stack_current_size() {
  return current_thread == nullptr ? 0 : current_thread->calls.depth();
}

// A barrier that the detector does not see, for tests of detectors: one word of 32 bits (programs
// give no more), in its low bits how many there must be, above them how many came in all rounds.
constexpr unsigned kBarrierCountBits = 10;
constexpr std::uint32_t kBarrierCame = 1U << kBarrierCountBits;

STEWARD_INTERPOSED void __tsan_testonly_barrier_init(std::uint32_t* barrier, unsigned count) {
  *barrier = count & (kBarrierCame - 1);
}
STEWARD_INTERPOSED void __tsan_testonly_barrier_wait(std::uint32_t* barrier) {
  auto& word = *reinterpret_cast<std::atomic<std::uint32_t>*>(barrier);
  const auto round_of = [](std::uint32_t value) {
    return (value >> kBarrierCountBits) / (value & (kBarrierCame - 1));
  };
  const std::uint32_t round = round_of(word.fetch_add(kBarrierCame));
  for (;;) {
    const std::uint32_t now = word.load();
    if (round_of(now) != round) break;
    raw::wait(word, now, 1000);
  }
  raw::wake_all(word);
}
