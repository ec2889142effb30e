// Which build of a program something was found in: what was in its files.
#pragma once

#include <map>
#include <string>

#include "report/report.h"

namespace steward::store {

// What is in a file, and by what it is noticed that this may have changed.
struct FileState {
  std::string stamp, hash;
};
FileState state_of(const std::string& path);

class Builds {
 public:
  // What is found from now on was found in this state of the file, whatever is there by then.
  void pin(const std::string& path, const FileState& state) { pinned_[path] = state; }
  // The program's file and those of the code that the report speaks of, as they are now: for each a
  // line with the contents' hash, when it was written and how long it is, and the path.
  std::string describe(const std::string& program, const report::Report& report);

  // Whether one of those files has other contents now. One that is gone has not. Read are only
  // those that were written since then.
  bool is_older(const std::string& description);

 private:
  std::string hash_of(const std::string& path, const std::string& stamp);

  std::map<std::string, FileState> known_, pinned_;  // by path
};

}  // namespace steward::store
