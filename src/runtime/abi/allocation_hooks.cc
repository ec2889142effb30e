#include "runtime/abi/allocation_hooks.h"

#include <atomic>

#include "runtime/platform/real.h"

using namespace steward;

namespace {

using OnMalloc = void (*)(const volatile void*, std::size_t);
using OnFree = void (*)(const volatile void*);

// As many as the compilers' libraries take.
constexpr int kMost = 5;
constinit std::atomic<OnMalloc> on_malloc[kMost] = {};
constinit std::atomic<OnFree> on_free[kMost] = {};
constinit std::atomic<int> installed = 0;

}  // namespace

// The program's own take the place of these. Freeing can be refused by the one that says so.
STEWARD_INTERPOSED [[gnu::weak]] void __sanitizer_malloc_hook(const volatile void*, std::size_t) {}
STEWARD_INTERPOSED [[gnu::weak]] void __sanitizer_free_hook(const volatile void*) {}
STEWARD_INTERPOSED [[gnu::weak]] int __sanitizer_ignore_free_hook(const volatile void*) {
  return 0;
}

// How many there are now, or 0 if there was no room.
STEWARD_INTERPOSED int __sanitizer_install_malloc_and_free_hooks(OnMalloc made, OnFree freed) {
  const int place = installed.fetch_add(1);
  if (place >= kMost) {
    installed.store(kMost);
    return 0;
  }
  on_malloc[place].store(made);
  on_free[place].store(freed);
  return place + 1;
}

namespace steward {

void tell_allocated(const void* block, std::size_t size) {
  __sanitizer_malloc_hook(block, size);
  if (installed.load(std::memory_order_relaxed) == 0) return;
  for (const auto& hook : on_malloc)
    if (const OnMalloc call = hook.load()) call(block, size);
}
bool tell_freeing(const void* block) {
  __sanitizer_free_hook(block);
  if (installed.load(std::memory_order_relaxed) != 0)
    for (const auto& hook : on_free)
      if (const OnFree call = hook.load()) call(block);
  return __sanitizer_ignore_free_hook(block) == 0;
}

}  // namespace steward
