// The oracle of precise happens-before on executions small enough to be judged by eye. `!` marks
// the first racy access of each cell.
#include <gtest/gtest.h>

#include "support/oracle.h"
#include "support/script.h"

namespace steward {
namespace {

void expect_marked(std::string_view text) {
  const Script script(text);
  const oracle::Oracle oracle(script.events());
  EXPECT_EQ(oracle::racy_events(oracle.precise_races()), script.expected()) << text;
}

TEST(PreciseOrder, ThreadsWithoutSynchronizationRace) {
  expect_marked("T1: w x; T2: r x!");
  expect_marked("T1: r x; T2: w x!");
  expect_marked("T1: w x; T2: w x!");
  expect_marked("T1: r x; T2: r x");
  expect_marked("T1: w x; r x; w x");
}

TEST(PreciseOrder, AtomicsRaceOnlyWithPlainAccesses) {
  expect_marked("T1: store x rlx; T2: store x rlx; T3: load x rlx; T4: rmw x rlx");
  expect_marked("T1: store x rlx; T2: r x!");
  expect_marked("T1: w x; T2: load x sc!");
  expect_marked("T1: load x rlx; T2: r x; T3: load x rlx");
  expect_marked("T1: r x; T2: rmw x rlx!");
}

TEST(PreciseOrder, ExclusiveLocksOrderUnlockBeforeEveryLaterLock) {
  expect_marked("T1: lock m; w x; unlock m; T2: lock m; w x; unlock m");
  expect_marked("T1: lock m; w x; unlock m; T2: lock n; w x!");
  expect_marked("T1: w x; lock m; unlock m; T2: lock m; unlock m; T3: lock m; r x");
  expect_marked("T1: lock m; unlock m; w x; T2: lock m; r x!");
}

TEST(PreciseOrder, SharedUnlocksReachOnlyExclusiveLocks) {
  expect_marked("T1: rlock m; w x; runlock m; T2: rlock m; r x!; runlock m");
  expect_marked("T1: rlock m; r x; runlock m; T2: lock m; w x; unlock m");
  expect_marked("T1: lock m; w x; unlock m; T2: rlock m; r x; runlock m");
  expect_marked("T1: rlock m; w x; runlock m; T2: lock m; unlock m; T3: rlock m; r x; runlock m");
}

TEST(PreciseOrder, ForkAndJoin) {
  expect_marked("T1: w x; fork T2; T2: r x");
  expect_marked("T1: fork T2; w x; T2: start; r x!");
  expect_marked("T1: fork T2; T2: w x; end; T1: join T2; r x");
  expect_marked("T1: fork T2; T2: w x; T1: join T2; r x");
  expect_marked("T1: fork T2; T2: w x; end; T1: r x!; join T2");
}

TEST(PreciseOrder, SendsReachEveryLaterReceiveAndMerge) {
  expect_marked("T1: w x; send g; T2: recv g; r x");
  expect_marked("T1: w x; T2: recv g; T1: send g; T2: r x!");
  expect_marked("T1: w x; send g; T2: w y; send g; T3: recv g; r x; r y; T4: recv g; r x; r y");
  expect_marked("T1: w x; send g; w y; T2: recv g; r y!");
  expect_marked("T1: w x; send g; T2: recv h; r x!");
}

TEST(PreciseOrder, ConditionsOrderNothing) {
  expect_marked("T2: lock m; wait c m; unlock m; T1: w x; signal c; T2: wake c; lock m; r x!");
  expect_marked(
      "T2: lock m; wait c m; unlock m; T1: lock m; w x; signal c; unlock m; T2: wake c; lock m; r "
      "x");
}

TEST(PreciseOrder, ReleaseStoreToAcquireLoadThatReadsIt) {
  expect_marked("T1: w x; store f rel; T2: load f acq; r x");
  expect_marked("T1: w x; store f sc; T2: load f sc; r x");
  expect_marked("T1: w x; store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T2: load f rlx; r x!");
  expect_marked("T2: load f acq; T1: w x; store f rel; T2: r x!");
  expect_marked("T1: w x; store f rel; w y; T2: load f acq; r y!");
}

TEST(PreciseOrder, OnlyTheStoreReadCounts) {
  expect_marked("T1: w x; store f rel; T3: store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T3: store f rlx; T2: load f acq 1; r x");
  expect_marked("T1: w x; store f rel; T2: load f acq 1; r x!");  // the initial value
  expect_marked("T3: store f rel; T1: w x; store f rel; T2: load f acq 1; r x!");
  expect_marked("T3: store f rel; T1: w x; store f rel; T2: load f acq 0; r x");
  expect_marked("T1: w x; store f rel; T2: load f acq 200; r x!");
}

TEST(PreciseOrder, ReleaseSequencesAreCarriedOnByReadModifyWritesOnly) {
  expect_marked("T1: w x; store f rel; T3: rmw f rlx; T2: load f acq; r x");
  expect_marked("T1: w x; store f rel; T3: rmw f rlx; T4: rmw f rlx; T2: load f acq; r x");
  expect_marked(
      "T1: w x; store f rel; store f rlx; T2: load f acq; r x!");  // C++20: same thread too
  expect_marked("T1: w x; store f rel; T3: store f rel; rmw f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T3: w y; rmw f rel; T2: load f acq; r x; r y");
  expect_marked("T1: w x; store f rel; T3: w y; rmw f rlx; T2: load f acq; r x; r y!");
}

TEST(PreciseOrder, ReadModifyWritesReadTheNewestStore) {
  expect_marked("T1: w x; store f rel; T2: rmw f acq; r x");
  expect_marked("T1: w x; rmw f rel; T2: rmw f acq; r x");
  expect_marked("T1: w x; rmw f rel; T2: rmw f rlx; r x!");
  expect_marked("T1: w x; rmw f acq; T2: rmw f acq_rel; r x!");
  expect_marked("T1: w x; store f rel; T3: store f rlx; T2: rmw f acq; r x!");
}

TEST(PreciseOrder, FencesStandInForTheOrderOfTheOperation) {
  expect_marked("T1: w x; fence rel; store f rlx; T2: load f acq; r x");
  expect_marked("T1: w x; store f rel; T2: load f rlx; fence acq; r x");
  expect_marked("T1: w x; fence rel; store f rlx; T2: load f rlx; fence acq; r x");
  expect_marked("T1: w x; fence sc; store f rlx; T2: load f rlx; fence sc; r x");
  expect_marked("T1: w x; fence acq_rel; store f rlx; T2: load f rlx; fence acq_rel; r x");
  expect_marked("T1: w x; fence rel; rmw f rlx; T2: rmw f rlx; fence acq; r x");
}

TEST(PreciseOrder, FencesInTheWrongPlaceOrOfTheWrongKindDoNothing) {
  expect_marked("T1: w x; store f rlx; fence rel; T2: load f acq; r x!");
  expect_marked("T1: w x; fence acq; store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; fence rlx; store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T2: fence acq; load f rlx; r x!");
  expect_marked("T1: w x; store f rel; T2: load f rlx; fence rel; r x!");
  expect_marked("T1: w x; store f rel; T2: load f rlx; r x!; fence acq");
  expect_marked("T1: fence rel; w x; store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; fence rel; T3: store f rlx; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T3: load f rlx; T2: fence acq; r x!");
}

TEST(PreciseOrder, FencesAndReleaseSequences) {
  expect_marked("T1: w x; fence rel; store f rlx; T3: rmw f rlx; T2: load f rlx; fence acq; r x");
  expect_marked(
      "T1: w x; fence rel; store f rlx; T3: store f rlx; T2: load f rlx; fence acq; r x!");
  expect_marked("T1: w x; fence rel; store f rlx; store f rlx; T2: load f acq; r x");
  expect_marked("T1: w x; fence rel; store f rlx; T2: load f rlx; load g rlx; fence acq; r x");
}

TEST(PreciseOrder, PlainWritesAllocFreeAndClearEndAllStores) {
  expect_marked("T1: w x; store f rel; w f; T2: load f acq!; r x!");
  expect_marked("T1: w x; store f rel; clear f; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; alloc f; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; free f; alloc f; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; free f; T2: load f acq!; r x!");
  expect_marked("T1: w x; store f rel; clear f; T1: store f rel; T2: load f acq 0; r x");
  expect_marked("T1: w x; store f rel; clear f; T1: store f rlx; T2: load f acq 1; r x!");
}

TEST(PreciseOrder, CopiesBringTheStoresAlong) {
  expect_marked("T1: w x; store f rel; copy f g; T2: load g acq; r x");
  expect_marked("T1: w x; store f rel; store g rel; T1: copy h g; T2: load g acq; r x!");
  expect_marked("T1: w x; store f rel; copy f g; store g rlx; T2: load g acq 1; r x");
}

TEST(PreciseOrder, EachByteOfALoadSynchronizesOnItsOwn) {
  expect_marked("T1: w x; store f:4 rel; T3: store f+4:4 rlx; T2: load f:8 acq; r x");
  expect_marked("T1: w x; store f:8 rel; T3: store f:4 rlx; T2: load f:8 acq; r x");
  expect_marked("T1: w x; store f:8 rel; T3: store f:4 rlx; T2: load f:4 acq; r x!");
  expect_marked("T1: w x; store f:8 rel; T3: rmw f:4 rlx; T2: load f:4 acq; r x");
  expect_marked("T1: w x; store f:4 rel; T2: load f+3:4 acq; r x");
  expect_marked("T1: w x; store f:4 rel; T2: load f+4:4 acq; r x!");
}

TEST(PreciseOrder, IdentityAndNotTheCarrierMakesTheThread) {
  expect_marked("T1: w x; switch T5; w x!");
  expect_marked("T1: switch T5; w x; switch T1; T2: switch T5; w x");
  expect_marked("T1: w x; T2: w x!; T1: switch T2; r x");
  expect_marked("T1: w x; fork T5; T2: switch T5; r x");
  expect_marked(
      "T1: switch T5; lock m; w x; T2: switch T5; T1: switch T1; T2: unlock m; T3: lock m; r x");
}

TEST(PreciseOrder, UntrackedEventsAreDropped) {
  expect_marked("T1: untracked accesses; w x; tracked accesses; T2: w x");
  expect_marked("T1: untracked sync; w x; tracked sync; T2: w x!");
  expect_marked("T1: w x; untracked sync; send g; tracked sync; T2: recv g; r x!");
  expect_marked("T1: w x; untracked accesses; send g; tracked accesses; T2: recv g; r x");
  expect_marked("T1: w x; untracked accesses; store f rel; tracked accesses; T2: load f acq; r x!");
  expect_marked("T1: w x; store f rel; T3: untracked both; store f rlx; T2: load f acq; r x");
  expect_marked("T1: w x; untracked sync; fork T2; tracked sync; T2: r x!");
  expect_marked("T1: untracked accesses; free x; tracked accesses; T2: w x");
}

TEST(PreciseOrder, UntrackedRegionsNestAndBelongToTheLanguageThread) {
  expect_marked("T1: untracked both; untracked accesses; tracked accesses; w x; T2: w x");
  expect_marked("T1: untracked both; untracked both; tracked both; tracked both; w x; T2: w x!");
  expect_marked("T1: tracked both; untracked both; w x; T2: w x");
  expect_marked("T1: untracked both; switch T5; w x; T2: w x!");
  expect_marked("T1: untracked both; switch T5; T3: switch T1; w x; T2: w x");
}

TEST(PreciseOrder, OrderIsTransitiveAcrossKinds) {
  expect_marked(
      "T1: w x; send g; T2: recv g; lock m; unlock m; T3: lock m; store f rel; T4: load f acq; "
      "fork T5; T5: w x");
}

}  // namespace
}  // namespace steward
