// Which build of a program something was found in: what was in its files.
#pragma once

#include <map>
#include <string>

#include "report/report.h"

namespace steward::store {

class Builds {
 public:
  // The program's file and those of the code that the report speaks of, as they are now: for each a
  // line with the contents' hash, when it was written and how long it is, and the path.
  std::string describe(const std::string& program, const report::Report& report);

  // Whether one of those files has other contents now. One that is gone has not. Read are only
  // those that were written since then.
  bool is_older(const std::string& description);

 private:
  std::string hash_of(const std::string& path, const std::string& stamp);

  struct Known {
    std::string stamp, hash;
  };
  std::map<std::string, Known> known_;  // by path
};

}  // namespace steward::store
