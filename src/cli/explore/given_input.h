// What a program that runs many times reads from stdin, each time from its beginning.
#pragma once

#include <string>

#include "base/result.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

class GivenInput {
 public:
  // Our own input, copied: a file, or what comes through a pipe until its end. A terminal gives
  // nothing, nor does a pipe through which nothing comes for a second. The error is a sentence.
  static Result<GivenInput, std::string> take();
  // These bytes.
  static Result<GivenInput, std::string> of(const std::string& bytes);

  const std::string& path() const { return file_.path(); }
  std::string bytes() const;

 private:
  explicit GivenInput(report::TemporaryFile file) : file_(std::move(file)) {}
  static Result<report::TemporaryFile, std::string> empty();

  report::TemporaryFile file_;
};

}  // namespace steward::cli
