// A schedule in memory.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sched/schedule.h"
#include "sched/schedule_reader.h"

namespace steward {

class Bytes final : public ScheduleSink {
 public:
  void write(std::span<const std::byte> record) override {
    begins.push_back(all.size());
    all.insert(all.end(), record.begin(), record.end());
  }

  std::vector<std::byte> all;
  std::vector<std::size_t> begins;  // where each record begins
};

inline std::vector<Decision> decisions_in(std::span<const std::byte> schedule) {
  std::vector<Decision> decisions;
  ScheduleReader reader(schedule);
  for (Decision decision; reader.next(decision);) decisions.push_back(decision);
  return decisions;
}

inline std::vector<std::byte> schedule_of(const std::vector<Decision>& decisions,
                                          bool finished = true) {
  Bytes bytes;
  ScheduleWriter writer(bytes);
  for (const Decision& decision : decisions) writer.add(decision);
  if (finished) writer.finish();
  return bytes.all;
}

}  // namespace steward
