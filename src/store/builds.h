// Which build of a program something was found in: what was in its files.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "report/report.h"

namespace steward::store {

class Builds {
 public:
  // The program's file and those of the code that the report speaks of, as they are now: a line
  // with the contents' hash and the path for each.
  std::string describe(const std::string& program, const report::Report& report);

  // Whether one of those files has other contents now. One that is gone has not.
  bool is_older(const std::string& description);

 private:
  std::optional<std::string> hash_of(const std::string& path);

  struct Known {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    std::string hash;
  };
  std::map<std::string, Known> known_;  // by path
};

}  // namespace steward::store
