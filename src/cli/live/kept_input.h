// Standard input for a program that runs several times. What comes through a pipe can be read only
// once: so it is kept, and each execution gets it from its beginning.
#pragma once

#include <cstddef>
#include <string>
#include <sys/types.h>
#include <thread>

#include "base/result.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

class KeptInput {
 public:
  // A file can be read again, and a terminal is a person: only pipes and sockets are kept.
  static bool is_needed();
  // In `folder`. The error is a sentence.
  static Result<KeptInput, std::string> create(const std::string& folder);

  // What was there for an execution and could not be kept for the next, in bytes.
  std::size_t lost() const { return lost_; }

 private:
  friend class Feeding;
  explicit KeptInput(report::TemporaryFile file) : file_(std::move(file)) {}

  report::TemporaryFile file_;
  off_t kept_ = 0;
  std::size_t lost_ = 0;
  bool ended_ = false;
};

// Hands it to one execution, as it comes: nothing is read from standard input before the program
// has taken what came earlier, but for what fits into a pipe.
class Feeding {
 public:
  explicit Feeding(KeptInput& input);
  // Stops. What the program has not taken is there for the next.
  ~Feeding();
  Feeding(const Feeding&) = delete;
  Feeding& operator=(const Feeding&) = delete;

  // What the program is to have as its input.
  int descriptor() const { return pipe_[0]; }
  // The program has it.
  void begin();

 private:
  void feed();
  bool feed_kept();
  bool feed_new();
  bool give(const char* from, std::size_t size);
  // Until there is something to do with `file`; not if this is to stop.
  bool wait_for(int file, short events) const;

  KeptInput& input_;
  int pipe_[2] = {-1, -1};
  int stop_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace steward::cli
