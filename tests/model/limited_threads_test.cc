#include "core/detect/limited_threads.h"

#include <gtest/gtest.h>
#include <vector>

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

// A mistake of the program: its thread must not seem to hold whichever lock comes next.
TEST(LimitedThreads, ALockThatIsDestroyedWhileItIsHeldIsNoOtherOne) {
  Heap heap;
  std::size_t races = 0;
  const auto note = [&](const Finding&) { ++races; };
  Hybrid<Sequential> detector(heap, {.order = {.gone_locks = 1}}, note);
  const AddressRange bytes{Address(0x100), 4};
  const auto write = [&](std::uint32_t thread) {
    detector.write(detector.thread(ThreadId(thread)), bytes,
                   {EventIndex(0), AccessKind::write, bytes, SiteId(thread), LocksetId()});
  };
  detector.acquire(detector.thread(ThreadId(1)), LockId(1), LockMode::exclusive);
  detector.forget(LockId(1));
  write(1);
  detector.acquire(detector.thread(ThreadId(2)), LockId(2), LockMode::exclusive);
  write(2);
  EXPECT_EQ(races, 1u);
}

// Thread 2 joins thread 1 and tells the main thread by an atomic. Whoever is forked then comes
// after thread 1 by that alone: in its place it would be taken for the same thread.
TEST(LimitedThreads, APlaceIsUsedAgainOnlyIfItsEndIsFirmlyKnown) {
  Heap heap;
  std::vector<KeptApart> found;
  const auto note = [&](const Finding& finding) { found.push_back(finding.kept_apart); };
  Hybrid<Sequential> detector(heap, {.order = {.atomics_are_messages = true, .firm = true}}, note);
  const AddressRange data{Address(0x100), 4}, flag{Address(0x200), 4};
  const auto thread = [&](std::uint32_t id) -> auto& { return detector.thread(ThreadId(id)); };
  const auto origin = [](AccessKind kind, AddressRange range, std::uint32_t site) {
    return TraceOrigin(EventIndex(0), kind, range, SiteId(site), LocksetId());
  };
  detector.fork(thread(0), ThreadId(1));
  detector.fork(thread(0), ThreadId(2));
  detector.write(thread(1), data, origin(AccessKind::write, data, 1));
  detector.end(thread(1));
  detector.join(thread(2), ThreadId(1));
  detector.atomic_store(thread(2), flag, MemoryOrder::release,
                        origin(AccessKind::atomic_write, flag, 2));
  detector.atomic_load(thread(0), flag, MemoryOrder::acquire, 0,
                       origin(AccessKind::atomic_read, flag, 3));
  detector.fork(thread(0), ThreadId(3));
  detector.write(thread(3), data, origin(AccessKind::write, data, 4));
  EXPECT_EQ(found, std::vector{KeptApart::by_messages});
}

}  // namespace
}  // namespace steward
