// What code that was compiled with the plugin asks before each plain access: whether it would race
// and is not to be made. Where the analysis cannot say that, the access is one like any other.
// Accesses of few bytes, which are nearly all, are in access.cc.
#include "runtime/control/sampling.h"
#include "runtime/per_analysis/live.h"
#include "runtime/per_analysis/refusing.h"
#include "runtime/platform/real.h"
#include "runtime/report/race_words.h"

using namespace steward;

extern "C" {
void __tsan_write8_pc(void* a, void* counter);
void __tsan_read_range_pc(void* a, std::size_t size, void* counter);
void __tsan_write_range_pc(void* a, std::size_t size, void* counter);
}

namespace {

// So much is held at once. Of a longer access that races in a later piece, the pieces before count
// as accessed.
constexpr std::uint64_t kPiece = 4096;
// Of a longer access it is hardly ever known already.
constexpr std::size_t kLookedAt = 256;

template <class Detecting>
[[gnu::noinline]] int ask(Detecting& detector, AccessKind kind, const void* address,
                          std::size_t size, std::uint64_t counter,
                          AccessForm form = AccessForm::plain) {
  const Scope scope(counter);
  if (!scope || !scope.records_accesses()) return 0;
  const AddressRange range = Scope::range_of(address, size);
  const LiveOrigin origin = scope.origin(kind, range, form);
  if (range.size <= kPiece) [[likely]]
    return refuses(detector, scope, kind, range, origin);
  int refused = 0;
  range.for_each_chunk(kPiece, [&](AddressRange piece) {
    if (refused == 0 && refuses(detector, scope, kind, piece, origin)) refused = 1;
  });
  return refused;
}

template <class Detecting, class Tell>
int ask_range(Detecting& detector, AccessKind kind, const void* address, std::size_t size,
              std::uint64_t counter, Tell&& tell) {
  if constexpr (Detecting::kRefuses) {
    if (size == 0 || !is_sampled(address)) return 0;
    // A struct that is copied, for example: as often known as anything else.
    if (size <= kLookedAt && is_known_access(kind, address, size)) return 0;
    return ask(detector, kind, address, size, counter);
  } else {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): as the compilers give it
    tell(const_cast<void*>(address), size, reinterpret_cast<void*>(counter));
    return 0;
  }
}
// A constructor that stores the pointer which is there already changes nothing that others could
// see.
template <class Detecting>
int ask_vptr(Detecting& detector, void** pointer, void* value, std::uint64_t counter) {
  if (__atomic_load_n(pointer, __ATOMIC_RELAXED) == value) return 0;
  if constexpr (Detecting::kRefuses) {
    if (!is_sampled(pointer) || is_known_access(AccessKind::write, pointer, sizeof value)) return 0;
    return ask(detector, AccessKind::write, pointer, sizeof value, counter, AccessForm::vptr);
  } else {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): as the compilers give it
    __tsan_write8_pc(pointer, reinterpret_cast<void*>(counter));
    return 0;
  }
}

}  // namespace

int __steward_guard_read_range(const void* a, std::size_t size) {
  return ask_range(live_detector(), AccessKind::read, a, size, STEWARD_CALLER,
                   __tsan_read_range_pc);
}
int __steward_guard_write_range(const void* a, std::size_t size) {
  return ask_range(live_detector(), AccessKind::write, a, size, STEWARD_CALLER,
                   __tsan_write_range_pc);
}
int __steward_guard_write_vptr(const void* a, const void* value) {
  return ask_vptr(live_detector(), static_cast<void**>(const_cast<void*>(a)),
                  const_cast<void*>(value), STEWARD_CALLER);
}
