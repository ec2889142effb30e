// Whether a write changes anything is known at the thread's next callback.
#include "runtime/state/pending_write.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace steward {
namespace {

TEST(PendingWrite, ChangesWhatHasAnotherValueThen) {
  PendingWrite pending;
  EXPECT_FALSE(pending.waits());
  int value = 1;
  pending.begin(&value, sizeof value, 7);
  EXPECT_TRUE(pending.waits());
  EXPECT_EQ(pending.site(), 7u);
  EXPECT_FALSE(pending.settle());
  EXPECT_FALSE(pending.waits());
  pending.begin(&value, sizeof value, 7);
  value = 2;
  EXPECT_TRUE(pending.settle());
}

TEST(PendingWrite, LooksAtItsOwnBytesOnly) {
  for (const std::size_t size : {1, 2, 4, 8}) {
    char bytes[16] = {};
    PendingWrite pending;
    pending.begin(bytes + 3, size, 1);
    bytes[2] = bytes[3 + size] = 1;
    EXPECT_FALSE(pending.settle()) << size;
    pending.begin(bytes + 3, size, 1);
    bytes[2 + size] = 1;
    EXPECT_TRUE(pending.settle()) << size;
  }
  EXPECT_FALSE(PendingWrite::takes(3));
  EXPECT_FALSE(PendingWrite::takes(16));
}

TEST(PendingWrite, MemoryThatIsGoneMayHaveChanged) {
  const std::size_t page = 4096;
  void* const memory =
      mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  PendingWrite pending;
  pending.begin(memory, 8, 1);
  munmap(memory, page);
  EXPECT_TRUE(pending.settle());
  pending.begin(memory, 8, 1);
  EXPECT_FALSE(pending.waits()) << "nothing to compare with";
}

// write(&x), read(&y), and only then x = y.
TEST(PendingWrite, OneReadMayComeBeforeTheValue) {
  PendingWrite pending;
  EXPECT_FALSE(pending.settled_by_read());
  int value = 1;
  pending.begin(&value, sizeof value, 1);
  EXPECT_FALSE(pending.settled_by_read());
  EXPECT_TRUE(pending.settled_by_read());
}

}  // namespace
}  // namespace steward
