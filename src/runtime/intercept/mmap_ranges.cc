#include "runtime/intercept/mmap_ranges.h"

#include "runtime/platform/raw.h"

namespace steward {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPagesAtOnce = 4096;
constexpr std::uint64_t kLarge = kPage * 1024;

}  // namespace

void free_range(const Scope& scope, AddressRange range) {
  if (!scope.records_accesses()) return;
  if (range.size < kLarge) return scope.free(range);
  std::uint64_t pending = range.begin.value();  // where pages begin that are there, one after
  std::uint64_t at = pending / kPage * kPage;   // the other, up to here
  const std::uint64_t end = range.end().value();
  unsigned char there[kPagesAtOnce];
  while (at < end) {
    const std::uint64_t left = (end - at + kPage - 1) / kPage;
    const std::uint64_t count = left < kPagesAtOnce ? left : kPagesAtOnce;
    // A part that is not mapped makes it fail: then all of it is taken for being there.
    const bool known =
        !raw::failed(raw::call(SYS_mincore, static_cast<long>(at), static_cast<long>(count * kPage),
                               reinterpret_cast<long>(there)));
    for (std::uint64_t i = 0; i < count; ++i, at += kPage) {
      if (!known || (there[i] & 1) != 0) continue;
      if (at > pending) scope.free({Address(pending), at - pending});
      pending = at + kPage;
    }
  }
  if (end > pending) scope.free({Address(pending), end - pending});
}

}  // namespace steward
