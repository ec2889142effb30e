// libFuzzer on the reader of schedules: whatever it makes of the bytes can be written again, and
// replaying and verifying go on whatever is there.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "sched/bytes.h"
#include "sched/strategy/replay.h"
#include "sched/strategy/verifying.h"

namespace {

using namespace steward;

class Ignored final : public DifferenceObserver {
 public:
  void on_difference(const Difference&) override {}
};

void check_reading(std::span<const std::byte> data) {
  ScheduleReader reader(data);
  std::vector<Decision> decisions;
  for (Decision decision; reader.next(decision);) decisions.push_back(decision);
  Decision none;
  STEWARD_CHECK(!reader.next(none) && reader.state() != ScheduleReader::State::reading);
  STEWARD_CHECK((reader.state() == ScheduleReader::State::damaged) == (reader.error() != nullptr));
  STEWARD_CHECK(reader.error_offset() <= data.size());
  STEWARD_CHECK(reader.decisions() == decisions.size());
  STEWARD_CHECK(decisions_in(schedule_of(decisions)) == decisions);
}

void check_replaying(std::span<const std::byte> data) {
  Replay replay(data);
  Ignored observer;
  Verifying verifying(replay, data, observer);
  const Candidate enabled[] = {{ThreadId(0), {}}, {ThreadId(1), {}}, {ThreadId(70), {}}};
  for (std::uint64_t step = 0; step < 64; ++step) {
    STEWARD_CHECK(verifying.choose({enabled, ThreadId(1), step}) < std::size(enabled));
    STEWARD_CHECK(verifying.draw(3) < 3);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_reading(std::as_bytes(std::span(data, size)));
  check_replaying(std::as_bytes(std::span(data, size)));
  return 0;
}
