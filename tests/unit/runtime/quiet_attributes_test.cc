#include "runtime/platform/quiet_attributes.h"

#include <gtest/gtest.h>
#include <limits.h>
#include <vector>

namespace steward {
namespace {

struct QuietAttributesTest : testing::Test {
  QuietAttributesTest() { pthread_attr_init(&wanted); }
  ~QuietAttributesTest() override { pthread_attr_destroy(&wanted); }
  void let_signals_through() {
    sigset_t none;
    sigemptyset(&none);
    pthread_attr_setsigmask_np(&wanted, &none);
  }
  pthread_attr_t wanted;
};

TEST_F(QuietAttributesTest, WithoutAWordOfSignalsTheyAreTheProgramsOwn) {
  EXPECT_EQ(QuietAttributes(nullptr).get(), nullptr);
  EXPECT_EQ(QuietAttributes(&wanted).get(), &wanted);
}

TEST_F(QuietAttributesTest, BlockAllSignals) {
  let_signals_through();
  const QuietAttributes quiet(&wanted);
  ASSERT_NE(quiet.get(), &wanted);
  sigset_t mask;
  ASSERT_EQ(pthread_attr_getsigmask_np(quiet.get(), &mask), 0);
  EXPECT_TRUE(sigismember(&mask, SIGUSR1));
  EXPECT_TRUE(sigismember(&mask, SIGTERM));
  ASSERT_EQ(pthread_attr_getsigmask_np(&wanted, &mask), 0);
  EXPECT_FALSE(sigismember(&mask, SIGUSR1)) << "the program's are as they were";
}

TEST_F(QuietAttributesTest, KeepWhatElseIsWanted) {
  let_signals_through();
  pthread_attr_setdetachstate(&wanted, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&wanted, 1 << 20);
  pthread_attr_setguardsize(&wanted, 1 << 16);
  pthread_attr_setinheritsched(&wanted, PTHREAD_EXPLICIT_SCHED);
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  pthread_attr_setaffinity_np(&wanted, sizeof first, &first);

  const QuietAttributes quiet(&wanted);
  int word = 0;
  std::size_t size = 0;
  pthread_attr_getdetachstate(quiet.get(), &word);
  EXPECT_EQ(word, PTHREAD_CREATE_DETACHED);
  pthread_attr_getstacksize(quiet.get(), &size);
  EXPECT_EQ(size, std::size_t{1} << 20);
  pthread_attr_getguardsize(quiet.get(), &size);
  EXPECT_EQ(size, std::size_t{1} << 16);
  pthread_attr_getinheritsched(quiet.get(), &word);
  EXPECT_EQ(word, PTHREAD_EXPLICIT_SCHED);
  cpu_set_t set;
  pthread_attr_getaffinity_np(quiet.get(), sizeof set, &set);
  EXPECT_TRUE(CPU_EQUAL(&set, &first));
}

TEST_F(QuietAttributesTest, KeepAStackThatTheProgramHasMade) {
  let_signals_through();
  std::vector<char> stack(1 << 18);
  pthread_attr_setstack(&wanted, stack.data(), stack.size());
  void* begin = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(QuietAttributes(&wanted).get(), &begin, &size);
  EXPECT_EQ(begin, stack.data());
  EXPECT_EQ(size, stack.size());
}

}  // namespace
}  // namespace steward
