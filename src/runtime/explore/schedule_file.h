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
  // It must not be there yet: of all processes that the program consists of, the first is written
  // down.
  explicit ScheduleFile(const char* path) {
    const int file = static_cast<int>(raw::call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path),
                                                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    is_ours_ = file >= 0;
    if (is_ours_) file_.begin(file);
  }
  bool is_ours() const { return is_ours_; }

  void write(std::span<const std::byte> record) override {
    std::byte* const room = file_.room(record.size());
    if (room == nullptr) return;
    for (std::size_t i = 0; i < record.size(); ++i) room[i] = record[i];
    file_.used(record.size());
  }
  void finish() { file_.finish(); }

 private:
  MappedFile file_;
  bool is_ours_ = false;
};

}  // namespace steward
