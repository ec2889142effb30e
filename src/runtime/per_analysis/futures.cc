// Results that a future gets when a thread ends (std::promise::set_value_at_thread_exit and its
// like). Whoever waits for one looks at its state by atomic loads that acquire, in the program's
// own code. The store that those read from is the C++ library's, at the end of the thread.
#include <cstddef>
#include <cstdint>

#include "runtime/per_analysis/atomic_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// As the C++ library's headers lay them out, for good: programs have them compiled in.
struct SharedState {
  void* virtual_functions;
  void* result;
  std::uint32_t status;
};
struct MakeReady {
  MakeReady* next;
  void (*run)(void*);
  const SharedState* state;
};
static_assert(offsetof(MakeReady, state) == 16 && offsetof(SharedState, status) == 16);

void (*run_of_library)(void*) = nullptr;

// The thread ends. The library stores the word just after; not at all if nobody has the state any
// more, and then nobody reads it either. If this thread is the last to have it, the library also
// destroys it: whom that comes after only its count of references knows, which it reads unseen.
void make_ready(void* ready) {
  const SharedState& state = *static_cast<const MakeReady*>(ready)->state;
  atomic_event(&state.status, sizeof state.status, AtomicKind::store,
               reinterpret_cast<std::uint64_t>(run_of_library),
               [](const auto& tell) { tell(AtomicKind::store, __ATOMIC_RELEASE); });
  ThreadState* const t = current_thread;
  if (t != nullptr) ++t->ignore_accesses;
  run_of_library(ready);
  if (t != nullptr) --t->ignore_accesses;
}

}  // namespace

extern "C" void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(MakeReady* ready);
namespace {
STEWARD_REAL(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv);
}  // namespace

STEWARD_INTERPOSED void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(
    MakeReady* ready) {
  real__ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(ready);
  if (ready->run == make_ready) return;
  run_of_library = ready->run;  // the same function for all
  ready->run = make_ready;
}
