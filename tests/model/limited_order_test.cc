// The oracles of locksets, of limited happens-before and of the two simple definitions, on small
// executions. `!` marks the first racy access of each cell for the definition under test.
#include <gtest/gtest.h>

#include "support/oracle.h"
#include "support/script.h"

namespace steward {
namespace {

using oracle::Channels;
using oracle::LimitedOptions;
using oracle::Oracle;

void expect_hybrid(std::string_view text, const LimitedOptions& options = {}) {
  const Script script(text);
  const Oracle oracle(script.events(), options);
  EXPECT_EQ(oracle::racy_events(oracle.hybrid_races()), script.expected()) << text;
}

void expect_lockset(std::string_view text) {
  const Script script(text);
  EXPECT_EQ(oracle::racy_events(Oracle(script.events()).lockset_races()), script.expected())
      << text;
}

void expect_simple(std::string_view text) {
  const Script script(text);
  EXPECT_EQ(oracle::racy_events(Oracle(script.events()).simple_races()), script.expected()) << text;
}

void expect_simple_paper(std::string_view text) {
  const Script script(text);
  EXPECT_EQ(oracle::racy_events(Oracle(script.events()).simple_paper_races()), script.expected())
      << text;
}

TEST(Lockset, ACommonLockHeldExclusivelyByOneSideProtects) {
  expect_lockset("T1: lock m; w x; unlock m; T2: lock m; w x; unlock m");
  expect_lockset("T1: rlock m; r x; runlock m; T2: lock m; w x; unlock m");
  expect_lockset("T1: rlock m; w x; runlock m; T2: rlock m; w x!; runlock m");
  expect_lockset("T1: lock m; lock n; w x; unlock n; unlock m; T2: lock n; w x; unlock n");
  expect_lockset("T1: lock m; w x; unlock m; T2: lock n; w x!; unlock n");
  expect_lockset("T1: lock m; unlock m; w x; T2: lock m; w x!");
}

TEST(Lockset, HappensBeforeDoesNotMatter) {
  expect_lockset("T1: w x; fork T2; T2: w x!");
  expect_lockset("T1: w x; send g; T2: recv g; r x!");
}

TEST(Lockset, LocksBelongToTheLanguageThread) {
  expect_lockset(
      "T1: switch T5; lock m; T2: switch T5; T1: switch T1; T2: w x; unlock m; T3: lock m; w x");
  expect_lockset("T1: lock m; switch T5; w x; T3: rlock n; w x!");
}

TEST(Hybrid, LocksDoNotOrder) {
  expect_hybrid("T1: w x; lock m; unlock m; T2: lock m; unlock m; w x!");
  expect_hybrid("T1: lock m; w x; unlock m; T2: lock m; w x; unlock m");
}

TEST(Hybrid, ForkJoinAndMessagesOrder) {
  expect_hybrid("T1: w x; fork T2; T2: w x; end; T1: join T2; r x");
  expect_hybrid("T1: fork T2; w x; T2: w x!");
  expect_hybrid("T1: w x; send g; T2: recv g; w x");
  expect_hybrid("T1: send g; w x; T2: recv g; w x!");
}

TEST(Hybrid, SignalsReachTheThreadsThenWaiting) {
  const LimitedOptions no_channels{.channels = Channels::off};
  expect_hybrid("T2: wait c m; T1: w x; signal c; T2: wake c; r x", no_channels);
  expect_hybrid("T1: w x; signal c; T2: wait c m; wake c; r x!", no_channels);
  expect_hybrid("T2: wait c m; wake c; T1: w x; signal c; T2: r x!", no_channels);
  expect_hybrid("T2: wait c m; T3: wait c m; T1: w x; signal c; T2: wake c; r x; T3: wake c; r x",
                no_channels);
  expect_hybrid("T2: wait c m; T1: w x; signal c; T3: w y; signal c; T2: wake c; r x; r y",
                no_channels);
  expect_hybrid("T2: wait c m; T1: w x; signal d; T2: wake c; r x!", no_channels);
  expect_hybrid("T3: wait c m; T1: w x; signal c; T2: wake c; r x!", no_channels);
  expect_hybrid("T2: wait c m; wake c; T1: w x; signal c; T2: wait c m; wake c; r x!", no_channels);
  expect_hybrid("T2: wait c m; wake c; T1: w x; signal c; T2: wake c; r x!", no_channels);
}

TEST(Hybrid, ALockUsedWithWaitIsAChannel) {
  const std::string_view kUnmarked = "T1: w x; lock m; unlock m; T2: lock m; r x!; wait c m";
  const std::string_view kMarked = "T1: w x; lock m; unlock m; T2: lock m; r x; wait c m";
  expect_hybrid(kMarked, {.channels = Channels::from_start});
  expect_hybrid(kUnmarked, {.channels = Channels::from_mark});
  expect_hybrid(kUnmarked, {.channels = Channels::off});
}

TEST(Hybrid, FromItsMarkOnAChannelSends) {
  const LimitedOptions from_mark{.channels = Channels::from_mark};
  expect_hybrid("T2: wait c m; T1: w x; lock m; unlock m; T2: lock m; r x", from_mark);
  expect_hybrid("T1: w x; lock m; unlock m; T2: wait c m; lock m; r x!", from_mark);
  expect_hybrid("T2: wait c m; T1: w x; lock n; unlock n; T2: lock n; r x!", from_mark);
}

TEST(Hybrid, ChannelsOrderWhateverTheMode) {
  expect_hybrid("T3: wait c m; T1: w x; rlock m; runlock m; T2: rlock m; r x");
  expect_hybrid("T3: untracked sync; wait c m; T1: w x; lock m; unlock m; T2: lock m; r x!");
}

TEST(Hybrid, AcquireAndReleaseAtomicsAreMessages) {
  expect_hybrid("T1: w x; store f rel; T2: load f acq; r x");
  expect_hybrid("T1: w x; store f rel; T3: rmw f rlx; T2: load f acq; r x");
  expect_hybrid("T1: w x; rmw f rel; T2: rmw f acq; r x");
  expect_hybrid("T1: w x; store f rel; T3: store f rlx; T2: load f acq; r x!");
  expect_hybrid("T1: w x; store f rel; T2: load f rlx; r x!");
  expect_hybrid("T1: w x; store f rlx; T2: load f acq; r x!");
  expect_hybrid("T1: w x; store f rel; T2: load f acq; r x!", {.atomics_as_messages = false});
}

TEST(Hybrid, FencesNeverOrder) {
  expect_hybrid("T1: w x; fence rel; store f rlx; T2: load f acq; r x!");
  expect_hybrid("T1: w x; store f rel; T2: load f rlx; fence acq; r x!");
}

TEST(Hybrid, WithoutHappensBeforeOnlyLocksetsAreLeft) {
  expect_hybrid("T1: w x; fork T2; T2: w x!", {.hb = false});
  expect_hybrid("T1: w x; send g; T2: recv g; w x!", {.hb = false});
  expect_hybrid("T1: lock m; w x; unlock m; T2: lock m; w x", {.hb = false});
}

TEST(Timestamps, GrowAtSendsOnly) {
  const auto stamps = [](std::string_view text, const LimitedOptions& options = {}) {
    const auto events = run(text);
    return Oracle(events, options).timestamps();
  };
  using Stamps = std::vector<std::uint32_t>;
  EXPECT_EQ(stamps("T1: r x; send g; r x; fork T2; r x; signal c; r x; recv g; r x; join T2; r x"),
            (Stamps{1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4}));
  EXPECT_EQ(stamps("T1: lock m; unlock m; r x; T2: wait c m; T1: lock m; unlock m; r x",
                   {.channels = Channels::from_mark}),
            (Stamps{1, 1, 1, 1, 1, 1, 2}));
  EXPECT_EQ(stamps("T1: lock m; unlock m; r x; T2: wait c m"), (Stamps{1, 1, 2, 1}));
  EXPECT_EQ(stamps("T1: store f rel; rmw f acq_rel; rmw f acq; load f sc; r x"),
            (Stamps{1, 2, 3, 3, 3}));
  EXPECT_EQ(stamps("T1: store f rel; r x", {.atomics_as_messages = false}), (Stamps{1, 1}));
  EXPECT_EQ(stamps("T1: end; join T2"), (Stamps{1, 2}));
  EXPECT_EQ(stamps("T1: send g; r x", {.hb = false}), (Stamps{1, 1}));
}

TEST(Simple, OneAccessEachIsARace) {
  expect_simple("T1: w x; T2: w x!");
  expect_simple("T1: r x; T2: r x; T1: r x");
  expect_simple("T1: r x; T2: r x; T1: w x!");
  expect_simple("T1: w x; T2: r x!");
}

TEST(Simple, TheOwnersAccessesCountUnlessOrderedBefore) {
  expect_simple("T1: w x; fork T2; T2: r x");
  expect_simple("T1: w x; fork T2; T2: r x; T1: r x");
  expect_simple("T1: w x; fork T2; T2: r x; T1: w x!");
  expect_simple("T1: w x; fork T2; T1: r x; T2: r x!");
}

TEST(Simple, OneLockMustCoverEveryCountedAccess) {
  expect_simple("T1: lock m; w x; unlock m; T2: lock m; w x; unlock m");
  expect_simple("T1: lock m; w x; unlock m; w x; T2: lock m; w x!");
  expect_simple(
      "T1: lock m; lock n; w x; unlock n; unlock m; T2: lock m; w x; unlock m; "
      "T3: lock n; w x!");
  expect_simple("T1: rlock m; w x; runlock m; T2: rlock m; r x!");
  expect_simple(
      "T1: rlock m; r x; runlock m; T2: lock m; w x; unlock m; T3: rlock m; r x; runlock m");
}

TEST(Simple, AtomicsCountOnlyBesideAPlainAccess) {
  expect_simple("T1: store x rlx; T2: store x rlx; T3: rmw x rlx");
  expect_simple("T1: store x rlx; T2: load x rlx; T3: r x!");
  expect_simple("T1: w x; T2: load x rlx!");
  expect_simple("T1: load x rlx; T2: r x");
}

TEST(SimplePaper, TheOwnersAccessesNeverCount) {
  expect_simple_paper("T1: w x; T2: w x");
  expect_simple_paper("T1: w x; T2: w x; T1: w x!");
  expect_simple_paper("T1: w x; T2: w x; T3: r x!");
  expect_simple_paper("T1: w x; T2: lock m; w x; unlock m; T1: lock m; w x; unlock m");
}

TEST(SimplePaper, ABlockIsOneObject) {
  expect_simple_paper("T1: alloc x:16; w x; T2: r x+8; T1: w x+4; T2: w x+4!");
  expect_simple_paper("T1: w x; T2: r x+8; T1: w x+4; T2: w x+4");
  expect_simple_paper("T1: alloc x:16; w x; T2: r x+8; T1: alloc x:16; w x+4; T2: w x+4");
  expect_simple_paper("T1: alloc x:16; w x; T2: r x+8; T1: clear x:16; w x+4; T2: w x+4");
}

TEST(SimplePaper, ACopiedByteBelongsToTheObjectItCameFrom) {
  expect_simple_paper("T1: alloc x:16; w x; T2: r x+8; copy x:16 y:16; T1: w y+4; T2: w y+4!");
  expect_simple_paper("T1: w x; T2: w x; copy x y; T1: w y!");
}

TEST(SimplePaper, HappensBeforeDoesNotMatter) {
  expect_simple_paper("T1: w x; fork T2; T2: w x; end; T1: join T2; w x!");
}

}  // namespace
}  // namespace steward
