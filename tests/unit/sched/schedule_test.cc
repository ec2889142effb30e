#include "sched/schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "sched/bytes.h"
#include "sched/schedule_reader.h"

namespace steward {
namespace {

using State = ScheduleReader::State;

std::uint64_t random_number() {
  // Of any length.
  return *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()) >>
         *rc::gen::inRange(0, 64);
}

Decision random_decision() {
  if (*rc::gen::inRange(0, 5) == 0) return Decision::draw(0, random_number());  // time passes
  if (*rc::gen::inRange(0, 5) == 0)
    return Decision::arrival(ThreadId(static_cast<std::uint32_t>(random_number())));
  if (*rc::gen::arbitrary<bool>()) {
    const std::uint64_t bound = random_number() | 1;
    return Decision::draw(bound, random_number() % bound);
  }
  Decision decision;
  decision.kind = static_cast<OperationKind>(*rc::gen::inRange(0, 12));
  decision.thread = ThreadId(static_cast<std::uint32_t>(random_number()));
  decision.enabled = static_cast<std::uint32_t>(random_number()) | 1;
  decision.object = random_number();
  return decision;
}

std::vector<Decision> random_decisions() {
  std::vector<Decision> decisions(*rc::gen::inRange<std::size_t>(0, 20));
  for (Decision& decision : decisions) decision = random_decision();
  return decisions;
}

State state_behind(std::span<const std::byte> schedule) {
  ScheduleReader reader(schedule);
  for (Decision decision; reader.next(decision);) {
  }
  EXPECT_EQ(reader.state() == State::damaged, reader.error() != nullptr);
  EXPECT_LE(reader.error_offset(), schedule.size());
  return reader.state();
}

std::string error_of(std::span<const std::byte> schedule) {
  ScheduleReader reader(schedule);
  for (Decision decision; reader.next(decision);) {
  }
  return reader.error() == nullptr ? "" : reader.error();
}

RC_GTEST_PROP(Schedule, IsReadAsItWasWritten, ()) {
  const std::vector<Decision> decisions = random_decisions();
  const bool finished = *rc::gen::arbitrary<bool>();
  const std::vector<std::byte> schedule = schedule_of(decisions, finished);
  RC_ASSERT(decisions_in(schedule) == decisions);
  RC_ASSERT(state_behind(schedule) == (finished ? State::ended : State::unfinished));
}

// What follows the part that was written is zero in a file that was made longer before.
RC_GTEST_PROP(Schedule, WithoutAnEndHasAllThatWasWritten, ()) {
  const std::vector<Decision> decisions = random_decisions();
  std::vector<std::byte> schedule = schedule_of(decisions, false);
  schedule.resize(schedule.size() + *rc::gen::inRange<std::size_t>(0, 30));
  RC_ASSERT(decisions_in(schedule) == decisions);
  RC_ASSERT(state_behind(schedule) == State::unfinished);
}

RC_GTEST_PROP(Schedule, CutOffAnywhereIsUnfinishedBetweenRecordsAndDamagedInside, ()) {
  Bytes bytes;
  ScheduleWriter writer(bytes);
  for (const Decision& decision : random_decisions()) writer.add(decision);
  writer.finish();
  for (std::size_t size = 0; size < bytes.all.size(); ++size) {
    const bool between = size > 0 && std::count(bytes.begins.begin(), bytes.begins.end(), size) > 0;
    const std::vector<std::byte> cut(bytes.all.begin(),
                                     bytes.all.begin() + static_cast<std::ptrdiff_t>(size));
    RC_ASSERT(state_behind(cut) == (between ? State::unfinished : State::damaged));
  }
}

RC_GTEST_PROP(Schedule, WithChangedBytesIsReadWithoutHarm, ()) {
  std::vector<std::byte> schedule = schedule_of(random_decisions());
  for (int times = *rc::gen::inRange(1, 5); times > 0; --times)
    schedule[*rc::gen::inRange<std::size_t>(0, schedule.size())] =
        static_cast<std::byte>(*rc::gen::inRange(0, 256));
  state_behind(schedule);
}

TEST(Schedule, TakesTwoBytesForAThreadThatGoesOn) {
  Decision decision;
  decision.thread = ThreadId(3);
  decision.enabled = 2;
  decision.object = 1'000'000;
  const std::size_t one = schedule_of({decision}).size();
  EXPECT_EQ(schedule_of({decision, decision}).size(), one + 2);
}

struct Damage {
  std::vector<unsigned> records;  // behind a good header
  const char* error;
};

TEST(Schedule, SaysWhatIsWrong) {
  const Damage damages[] = {
      {{0x00, 0x00, 0x01}, "has a record of an unknown kind"},
      {{0x04}, "has a record of an unknown kind"},
      {{0x0a, 0x05, 0x03}, "has a damaged draw"},
      {{0x07, 0x01}, "has a damaged end"},
      {{0x02, 0x05, 0x05}, "has a drawn number outside its bound"},
      {{0x02, 0x05}, "is cut off inside a record"},
      {{0x01, 0x01}, "has a choice among nobody"},
      {{0xc9, 0x03, 0x01}, "has an operation of an unknown kind"},
      {{0x0d, 0x00, 0, 0, 0, 0, 1, 0, 0, 0, 0x03, 0x01}, "has a thread's number that is too large"},
      {{0x09, 0x00, 0, 0, 0, 0, 1, 0, 0, 0, 0x01}, "has a number of threads that is too large"},
      {{0x03, 0x03}, "does not have as many decisions as its end says"},
      {{0x03, 0x01, 0x00}, "goes on behind its end"},
  };
  for (const Damage& damage : damages) {
    std::vector<std::byte> schedule = schedule_of({}, false);
    for (const unsigned byte : damage.records) schedule.push_back(static_cast<std::byte>(byte));
    EXPECT_EQ(error_of(schedule), damage.error);
    ScheduleReader reader(schedule);
    for (Decision decision; reader.next(decision);) {
    }
    EXPECT_EQ(reader.error_offset(), 12u) << damage.error;
  }
}

TEST(Schedule, RefusesWhatIsNone) {
  const std::vector<std::byte> good = schedule_of({});
  EXPECT_EQ(error_of(good), "");
  EXPECT_EQ(error_of({}), "is not a schedule of Steward");
  std::vector<std::byte> other = good;
  other[0] = std::byte{'#'};
  EXPECT_EQ(error_of(other), "is not a schedule of Steward");
  other = good;
  other[8] = std::byte{1};
  EXPECT_EQ(error_of(other),
            "is a schedule of another version of Steward; this one reads version 4");
  other = good;
  other[11] = std::byte{1};
  EXPECT_EQ(error_of(other), "has a damaged header");
}

}  // namespace
}  // namespace steward
