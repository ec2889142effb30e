// What a program writes, passed on and kept.
#pragma once

#include <string>
#include <thread>

#include "base/result.h"

namespace steward::cli {

class Tee {
 public:
  // The error is a sentence.
  static Result<Tee, std::string> create();
  Tee(Tee&& other) noexcept;
  Tee& operator=(Tee&&) = delete;
  ~Tee();

  // What the program is to write to.
  int descriptor() const { return pipe_[1]; }
  // The program has it. All that comes goes to `out` as well.
  void begin(int out);
  // What has come so far: the program has ended. Others may still have it.
  std::string end();

 private:
  Tee() = default;

  int pipe_[2] = {-1, -1};
  int stop_[2] = {-1, -1};  // closed when the program has ended
  std::string kept_;
  std::thread reads_;
};

}  // namespace steward::cli
