// The plan for the second phase of a prediction, in a file that the program's processes read.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "report/live/prospects.h"

namespace steward::cli {

class PlanFile {
 public:
  // In `folder`. The error is a sentence.
  static Result<PlanFile, std::string> create(const std::string& folder,
                                              const report::Prospects& prospects,
                                              std::uint64_t lock_bound);
  PlanFile(PlanFile&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  PlanFile& operator=(PlanFile&&) = delete;
  ~PlanFile();

  const std::string& path() const { return path_; }

 private:
  explicit PlanFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace steward::cli
