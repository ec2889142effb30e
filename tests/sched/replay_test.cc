// Recording, replaying and verifying, on random programs.
#include "sched/strategy/replay.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck.h>
#include <vector>

#include "sched/bytes.h"
#include "sched/cells.h"
#include "sched/hits.h"
#include "sched/machine.h"
#include "sched/random_program.h"
#include "sched/strategy/directed.h"
#include "sched/strategy/random_walk.h"
#include "sched/strategy/recording.h"
#include "sched/strategy/verifying.h"

namespace steward {
namespace {

class Differences final : public DifferenceObserver {
 public:
  void on_difference(const Difference& difference) override {
    ASSERT_FALSE(first) << "told once";
    first = difference;
  }
  std::optional<Difference> first;
};

struct Recorded {
  std::vector<ThreadId> order;
  std::vector<std::byte> schedule;
};

Recorded record(const Threads& threads, std::uint64_t seed) {
  Heap heap;
  Machine machine;
  load(machine, threads);
  RandomWalk base(seed);
  Hits hits;
  Directed directed(heap, base, {&kPair, 1}, hits);
  Bytes bytes;
  ScheduleWriter writer(bytes);
  Recorder recording(directed, writer);
  machine.run(recording);
  writer.finish();
  return {machine.order(), bytes.all};
}

TEST(Replay, RepeatsWhatWasRecorded) {
  check_on_random_programs([](const Threads& threads, std::uint64_t seed) {
    const Recorded recorded = record(threads, seed);

    Machine machine;
    load(machine, threads);
    Replay replay(recorded.schedule);
    Differences differences;
    Verifying verifying(replay, recorded.schedule, differences);
    Bytes again;
    ScheduleWriter writer(again);
    Recorder recording(verifying, writer);
    machine.run(recording);
    writer.finish();

    RC_ASSERT(machine.order() == recorded.order);
    RC_ASSERT(again.all == recorded.schedule);
    RC_ASSERT(!differences.first);
    RC_ASSERT(!verifying.ended_too_early());
    RC_ASSERT(!verifying.is_damaged());
  });
}

TEST(Replay, OfTheSameSeedIsTheSame) {
  check_on_random_programs([](const Threads& threads, std::uint64_t seed) {
    RC_ASSERT(record(threads, seed).schedule == record(threads, seed).schedule);
  });
}

// Another decision than the recorded one, in one respect.
Decision changed(Decision decision) {
  if (decision.what == Decision::What::draw) {
    if (decision.lets_time_pass()) {
      decision.value += 1;
    } else if (*rc::gen::arbitrary<bool>()) {
      decision.bound += 1;
    } else {
      decision.value = (decision.value + 1) % decision.bound;
    }
    return decision;
  }
  switch (*rc::gen::inRange(0, 5)) {
    case 0: decision.thread = ThreadId(decision.thread.value() + 1); break;
    case 1: decision.enabled += 1; break;
    case 2:
      decision.kind =
          decision.kind == OperationKind::join ? OperationKind::sleep : OperationKind::join;
      break;
    case 3: decision.object += 1; break;
    default: return Decision::draw(2, 1);
  }
  return decision;
}

TEST(Verifying, NoticesAnyDecisionThatWasChanged) {
  check_on_random_programs([](const Threads& threads, std::uint64_t seed) {
    const Recorded recorded = record(threads, seed);
    std::vector<Decision> decisions = decisions_in(recorded.schedule);
    const auto at = *rc::gen::inRange<std::size_t>(0, decisions.size());
    const Decision original = decisions[at];
    decisions[at] = changed(original);
    const std::vector<std::byte> schedule = schedule_of(decisions);

    Machine machine;
    load(machine, threads);
    Replay replay(recorded.schedule);
    Differences differences;
    Verifying verifying(replay, schedule, differences);
    machine.run(verifying);

    RC_ASSERT(differences.first.has_value());
    RC_ASSERT(differences.first->decision == at);
    RC_ASSERT(differences.first->expected == decisions[at]);
    RC_ASSERT(differences.first->found == original);
    RC_ASSERT(machine.order() == recorded.order);
  });
}

TEST(Verifying, NoticesAScheduleThatIsShorterOrLonger) {
  check_on_random_programs([](const Threads& threads, std::uint64_t seed) {
    const Recorded recorded = record(threads, seed);
    std::vector<Decision> decisions = decisions_in(recorded.schedule);
    const bool longer = *rc::gen::arbitrary<bool>();
    if (longer) {
      decisions.push_back(decisions.back());
    } else {
      decisions.pop_back();
    }
    const std::vector<std::byte> schedule = schedule_of(decisions);

    Machine machine;
    load(machine, threads);
    Replay replay(recorded.schedule);
    Differences differences;
    Verifying verifying(replay, schedule, differences);
    machine.run(verifying);

    RC_ASSERT(verifying.ended_too_early() == longer);
    RC_ASSERT(differences.first.has_value() == !longer);
    if (!longer) RC_ASSERT(differences.first->expected_end);
  });
}

// Its process was killed: what is there is repeated, and nothing is wrong with going on.
TEST(Replay, OfAnUnfinishedScheduleRepeatsItsBeginning) {
  check_on_random_programs([](const Threads& threads, std::uint64_t seed) {
    const Recorded recorded = record(threads, seed);
    std::vector<Decision> decisions = decisions_in(recorded.schedule);
    decisions.resize(*rc::gen::inRange<std::size_t>(0, decisions.size() + 1));
    const std::vector<std::byte> schedule = schedule_of(decisions, /*finished=*/false);

    Machine machine;
    load(machine, threads);
    Replay replay(schedule);
    Differences differences;
    Verifying verifying(replay, schedule, differences);
    machine.run(verifying);

    RC_ASSERT(!differences.first);
    std::size_t steps = 0;
    for (const Decision& decision : decisions) steps += decision.what == Decision::What::choice;
    RC_ASSERT(machine.order().size() >= steps);
    RC_ASSERT(std::equal(machine.order().begin(),
                         machine.order().begin() + static_cast<std::ptrdiff_t>(steps),
                         recorded.order.begin()));
  });
}

// What comes from outside comes at another time in each run, and others may take it away again; a
// repetition goes by the record.
TEST(Arrivals, AreRepeatedWhereTheyWereRecorded) {
  static constexpr ThreadId kOne{1}, kOther{2};
  RandomWalk base(1);
  Bytes bytes;
  ScheduleWriter writer(bytes);
  Recorder recording(base, writer);
  EXPECT_FALSE(recording.counts_as_there(kOne, false, false));
  recording.draw(10);
  EXPECT_TRUE(recording.counts_as_there(kOther, false, true));
  EXPECT_TRUE(recording.counts_as_there(kOne, false, true));
  recording.draw(10);
  EXPECT_FALSE(recording.counts_as_there(kOne, true, false));
  writer.finish();

  const auto repeat = [](Strategy& again) {
    EXPECT_FALSE(again.counts_as_there(kOne, false, true)) << "too early";
    EXPECT_FALSE(again.awaits_outside());
    again.draw(10);
    EXPECT_TRUE(again.awaits_outside());
    EXPECT_FALSE(again.counts_as_there(kOne, false, true)) << "another came first";
    EXPECT_TRUE(again.counts_as_there(kOther, false, false)) << "it has to be waited for";
    EXPECT_TRUE(again.counts_as_there(kOne, false, false));
    EXPECT_TRUE(again.counts_as_there(kOne, true, false)) << "taken away too early";
    again.draw(10);
    EXPECT_TRUE(again.counts_as_there(kOther, true, false)) << "that of another is taken away";
    EXPECT_FALSE(again.counts_as_there(kOne, true, true)) << "it was taken away";
    EXPECT_FALSE(again.counts_as_there(kOne, false, false)) << "nothing is recorded any more";
    EXPECT_TRUE(again.counts_as_there(kOne, false, true));
  };
  Replay replay(bytes.all);
  repeat(replay);
  RandomWalk same(1);
  Differences differences;
  Verifying verifying(same, bytes.all, differences);
  repeat(verifying);
  EXPECT_FALSE(differences.first);
  EXPECT_FALSE(verifying.ended_too_early());
}

}  // namespace
}  // namespace steward
