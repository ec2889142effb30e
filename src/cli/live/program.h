// The program under test as a child process of the tool.
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"

namespace steward::cli {

// Where the system would find a command: a path as it is, a plain name in PATH.
Result<std::string, UsageError> find_program(const std::string& name);

// The file `name` of the runtime that was built or installed with this tool.
std::string runtime_file(const std::string& name);
// The same of what is no library.
std::string shared_file(const std::string& name);

// The value that LD_PRELOAD gets for the runtime of `detector`: it, the libraries in whose place it
// stands, and what the user had there already.
Result<std::string, UsageError> preload_list(const std::string& detector);

// What a program reads and writes.
struct Streams {
  // Nobody is to notice it: what it writes goes nowhere, and if our input is a file, it is there
  // for the next.
  bool silent = false;
  int input = -1;   // a descriptor to read from; else our input, or if silent and that is none that
                    // can be read twice, nothing
  int errors = -1;  // a descriptor to write errors to; else where ours go
};

// Of a program that nobody is to notice, and that reads a file; as any other if there is no path.
class UnseenInput {
 public:
  explicit UnseenInput(const std::string& path);
  ~UnseenInput();
  UnseenInput(const UnseenInput&) = delete;
  UnseenInput& operator=(const UnseenInput&) = delete;

  Streams streams() const { return {.silent = file_ >= 0, .input = file_}; }

 private:
  const int file_;
};

// Of a controlled execution.
struct Control {
  std::string output;       // where that goes; empty: to ours
  int processor = 0;        // the one it runs on
  int keeps = -1;           // a descriptor that it is to have, too
  bool only_these = false;  // the variables given are all that it has
};

// Variables and their values.
using Environment = std::vector<std::pair<std::string, std::string>>;

// Starts it with these added to the environment.
Result<pid_t, UsageError> start_program(const std::string& path,
                                        const std::vector<std::string>& words,
                                        const Environment& environment, Streams streams = {},
                                        const Control* control = nullptr);

}  // namespace steward::cli
