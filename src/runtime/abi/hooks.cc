// What a program may define to be told of things, and what it may ask or order.
#include <cstddef>
#include <cstdint>
#include <link.h>

#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

using namespace steward;

// The program's own take the place of these.
#define STEWARD_HOOK STEWARD_INTERPOSED [[gnu::weak]]
STEWARD_HOOK const char* __tsan_default_options() { return ""; }
STEWARD_HOOK const char* __tsan_default_suppressions() { return ""; }
STEWARD_HOOK void __tsan_on_report(void*) {}
STEWARD_HOOK void __tsan_on_thread_idle() {}
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

// A barrier that the detector does not see: for tests of detectors.
STEWARD_INTERPOSED void __tsan_testonly_barrier_init(std::uint64_t* barrier, unsigned count) {
  *barrier = count;
}
STEWARD_INTERPOSED void __tsan_testonly_barrier_wait(std::uint64_t* barrier) {
  // How many there must be in the low half; how many came, in all rounds, in the high half.
  auto* const word = reinterpret_cast<std::atomic<std::uint64_t>*>(barrier);
  auto* const came = reinterpret_cast<std::atomic<std::uint32_t>*>(barrier) + 1;
  const std::uint64_t before = word->fetch_add(std::uint64_t{1} << 32);
  const auto count = static_cast<std::uint32_t>(before);
  const auto round = static_cast<std::uint32_t>(before >> 32) / count;
  for (;;) {
    const std::uint32_t now = came->load();
    if (now / count != round) break;
    raw::wait(*came, now, 1000);
  }
  raw::wake_all(*came);
}

namespace {

int copy_calls(const Scope& scope, std::uint64_t counter, ChainId calls, void** trace,
               std::size_t size) {
  std::size_t count = 0;
  const auto add = [&](std::uint64_t at) {
    if (count < size) trace[count++] = reinterpret_cast<void*>(at);
  };
  if (counter != 0) add(counter);
  scope.state().contexts.for_each(calls, [&](const Call& call) { add(call.counter); });
  return static_cast<int>(count);
}
void copy_text(char* to, std::size_t size, const char* text) {
  if (to == nullptr || size == 0) return;
  std::size_t i = 0;
  for (; i + 1 < size && text[i] != 0; ++i) to[i] = text[i];
  to[i] = 0;
}

}  // namespace

// What lies at an address: "heap", "stack", "global" or "unknown", and where the object is.
STEWARD_INTERPOSED const char* __tsan_locate_address(void* address, char* name,
                                                     std::size_t name_size, void** begin,
                                                     std::size_t* size) {
  *begin = nullptr;
  *size = 0;
  copy_text(name, name_size, "");
  const Scope scope(STEWARD_CALLER);
  if (!scope) return "unknown";
  const Address at = Scope::range_of(address, 0).begin;
  if (const auto block = scope.state().blocks.around(at)) {
    *begin = reinterpret_cast<void*>(block->range.begin.value());
    *size = block->range.size;
    return "heap";
  }
  bool on_stack = false;
  scope.state().threads.for_each(
      [&](const ThreadState& t) { on_stack = on_stack || t.stack.contains(at); });
  if (on_stack) return "stack";
  Dl_info module = {};
  void* symbol = nullptr;
  if (dladdr1(address, &module, &symbol, RTLD_DL_SYMENT) == 0) return "unknown";
  if (module.dli_sname != nullptr) {
    copy_text(name, name_size, module.dli_sname);
    *begin = module.dli_saddr;
    *size = static_cast<const ElfW(Sym)*>(symbol)->st_size;
  }
  return "global";
}
STEWARD_INTERPOSED int __tsan_get_alloc_stack(void* address, void** trace, std::size_t size,
                                              int* thread, std::uint64_t* system_thread) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return 0;
  const auto block = scope.state().blocks.around(Scope::range_of(address, 0).begin);
  if (!block) return 0;
  *thread = static_cast<int>(block->thread.value());
  *system_thread = 0;
  return copy_calls(scope, block->counter, block->calls, trace, size);
}
