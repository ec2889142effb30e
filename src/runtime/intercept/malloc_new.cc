// operator new and delete. libstdc++'s would call malloc, but then reports would name libstdc++ as
// the place of the allocation.
//
// When there is no memory the program's own operator new decides what happens: it asks the new
// handler, and throws.
#include <cstddef>

#include "runtime/control/events.h"
#include "runtime/intercept/malloc_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// libstdc++ hands out one byte for none.
std::size_t at_least_one(std::size_t size) { return size == 0 ? 1 : size; }

template <class Real>
void* make(std::size_t size, Real& real, std::uint64_t counter) {
  void* const block = __libc_malloc(at_least_one(size));
  return block == nullptr ? real(size) : allocated(block, size, counter);
}
template <class Real>
void* make_aligned(std::size_t size, std::size_t alignment, Real& real, std::uint64_t counter) {
  void* const block = __libc_memalign(alignment, at_least_one(size));
  return block == nullptr ? real(size, alignment) : allocated(block, size, counter);
}

using New = void*(std::size_t);
using NewNothrow = void*(std::size_t, const void*);
using NewAligned = void*(std::size_t, std::size_t);
using NewAlignedNothrow = void*(std::size_t, std::size_t, const void*);

constinit Real<New> real_new("_Znwm");
constinit Real<New> real_new_array("_Znam");
constinit Real<NewNothrow> real_new_nothrow("_ZnwmRKSt9nothrow_t");
constinit Real<NewNothrow> real_new_array_nothrow("_ZnamRKSt9nothrow_t");
constinit Real<NewAligned> real_new_aligned("_ZnwmSt11align_val_t");
constinit Real<NewAligned> real_new_array_aligned("_ZnamSt11align_val_t");
constinit Real<NewAlignedNothrow> real_new_aligned_nothrow("_ZnwmSt11align_val_tRKSt9nothrow_t");
constinit Real<NewAlignedNothrow> real_new_array_aligned_nothrow(
    "_ZnamSt11align_val_tRKSt9nothrow_t");

}  // namespace

STEWARD_INTERPOSED void* _Znwm(std::size_t size) { return make(size, real_new, STEWARD_CALLER); }
STEWARD_INTERPOSED void* _Znam(std::size_t size) {
  return make(size, real_new_array, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnwmRKSt9nothrow_t(std::size_t size, const void* tag) {
  const auto real = [tag](std::size_t n) { return real_new_nothrow(n, tag); };
  return make(size, real, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnamRKSt9nothrow_t(std::size_t size, const void* tag) {
  const auto real = [tag](std::size_t n) { return real_new_array_nothrow(n, tag); };
  return make(size, real, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnwmSt11align_val_t(std::size_t size, std::size_t alignment) {
  return make_aligned(size, alignment, real_new_aligned, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnamSt11align_val_t(std::size_t size, std::size_t alignment) {
  return make_aligned(size, alignment, real_new_array_aligned, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t size, std::size_t alignment,
                                                            const void* tag) {
  const auto real = [tag](std::size_t n, std::size_t a) {
    return real_new_aligned_nothrow(n, a, tag);
  };
  return make_aligned(size, alignment, real, STEWARD_CALLER);
}
STEWARD_INTERPOSED void* _ZnamSt11align_val_tRKSt9nothrow_t(std::size_t size, std::size_t alignment,
                                                            const void* tag) {
  const auto real = [tag](std::size_t n, std::size_t a) {
    return real_new_array_aligned_nothrow(n, a, tag);
  };
  return make_aligned(size, alignment, real, STEWARD_CALLER);
}

// Sizes, alignments and tags say nothing that the block does not.
#define STEWARD_DELETE(name, ...)                                        \
  STEWARD_INTERPOSED void name(void* block __VA_OPT__(, ) __VA_ARGS__) { \
    give_back(block, STEWARD_CALLER);                                    \
  }
STEWARD_DELETE(_ZdlPv)
STEWARD_DELETE(_ZdaPv)
STEWARD_DELETE(_ZdlPvm, std::size_t)
STEWARD_DELETE(_ZdaPvm, std::size_t)
STEWARD_DELETE(_ZdlPvRKSt9nothrow_t, const void*)
STEWARD_DELETE(_ZdaPvRKSt9nothrow_t, const void*)
STEWARD_DELETE(_ZdlPvSt11align_val_t, std::size_t)
STEWARD_DELETE(_ZdaPvSt11align_val_t, std::size_t)
STEWARD_DELETE(_ZdlPvmSt11align_val_t, std::size_t, std::size_t)
STEWARD_DELETE(_ZdaPvmSt11align_val_t, std::size_t, std::size_t)
STEWARD_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, std::size_t, const void*)
STEWARD_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, std::size_t, const void*)
