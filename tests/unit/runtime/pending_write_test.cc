// Whether a write changes anything is known at the thread's next callback.
#include "runtime/state/pending_write.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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
  char bytes[16] = {};
  PendingWrite pending;
  EXPECT_FALSE(pending.begin(bytes, 3, 1));
  EXPECT_FALSE(pending.begin(bytes, 16, 1));
}

TEST(PendingWrite, MemoryThatIsGoneMayHaveChanged) {
  const std::size_t page = 4096;
  void* const memory =
      mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  PendingWrite pending;
  pending.begin(memory, 8, 1);
  munmap(memory, page);
  EXPECT_TRUE(pending.settle());
  EXPECT_FALSE(pending.begin(memory, 8, 1)) << "nothing to compare with";
  EXPECT_FALSE(pending.waits());
}

// As a runtime does in the child of a fork, whose memory is no longer that of its parent.
TEST(PendingWrite, AChildLooksAtItsOwnMemory) {
  int value = 1;
  PendingWrite pending;
  ASSERT_TRUE(pending.begin(&value, sizeof value, 1));
  const pid_t child = fork();
  if (child == 0) {
    OwnMemory::forget_process();
    value = 2;
    _exit(pending.settle() ? 7 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_FALSE(pending.settle());
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
