// Where the schedule of a controlled execution is written down: a file that survives the process.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/platform/raw.h"
#include "runtime/record/mapped_file.h"
#include "sched/schedule.h"

namespace steward {

class ScheduleFile final : public ScheduleSink {
 public:
  // A file that cannot be written gets nothing.
  explicit ScheduleFile(const char* path) {
    const int file = static_cast<int>(raw::call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path),
                                                O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file >= 0) file_.begin(file);
  }

  void write(std::span<const std::byte> record) override {
    std::byte* const room = file_.room(record.size());
    if (room == nullptr) return;
    for (std::size_t i = 0; i < record.size(); ++i) room[i] = record[i];
    file_.used(record.size());
  }
  void finish() { file_.finish(); }

 private:
  MappedFile file_;
};

}  // namespace steward
