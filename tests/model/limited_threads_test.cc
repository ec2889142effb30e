#include "core/detect/limited_threads.h"

#include <gtest/gtest.h>

#include "core/detect/hybrid.h"

namespace steward {
namespace {

// Both threads have taken and given the lock before it is destroyed: what they remember of that is
// about another one than they take then.
TEST(LimitedThreads, AForgottenLockIsAnotherOne) {
  Heap heap;
  std::size_t races = 0;
  const auto note = [&](const Finding&) { ++races; };
  Hybrid<Sequential> detector(heap, {}, note);
  const AddressRange bytes{Address(0x100), 4};
  const auto write_under_lock = [&](std::uint32_t thread) {
    auto& t = detector.thread(ThreadId(thread));
    detector.acquire(t, LockId(1), LockMode::exclusive);
    detector.write(t, bytes,
                   {EventIndex(0), AccessKind::write, bytes, SiteId(thread), LocksetId()});
    detector.release(t, LockId(1), LockMode::exclusive);
  };
  write_under_lock(1);
  write_under_lock(2);
  EXPECT_EQ(races, 0u);
  detector.forget(LockId(1));
  write_under_lock(2);
  EXPECT_EQ(races, 1u);
}

}  // namespace
}  // namespace steward
