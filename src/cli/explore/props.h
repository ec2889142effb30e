// The files that a controlled program and the tool share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/controlled_run.h"
#include "cli/live/program.h"
#include "report/live/channel_file.h"
#include "report/live/temporary_file.h"

namespace steward::cli {

struct ControlledProgram {
  std::string path;
  std::vector<std::string> words;
  std::string preload;
  Environment environment;    // without ours
  std::string input;          // a file that it reads from stdin
  std::uint64_t seconds = 0;  // whoever takes longer is killed; 0: nobody is
};

// All errors are sentences.
class Props {
 public:
  static Result<Props, std::string> create();

  // In place of the one there is.
  Result<report::ChannelFile, std::string> make_channel(int exit_code) const;
  // What the next execution is to be like. It must be kept until that has begun.
  Result<report::TemporaryFile, std::string> write(const ControlledWish& wish) const;
  // What the last one has decided; forget: none has.
  std::vector<std::byte> schedule() const;
  void forget_schedule() const;

  // For the program when it is started as `path` with `words`, which may be somebody who starts it.
  Environment environment(const ControlledProgram& program, const std::string& path,
                          const std::vector<std::string>& words) const;
  // Where all of them are: only this program knows of it.
  std::string folder() const { return path_of(""); }
  std::string path_of(const std::string& name) const { return folder_.path_of(name); }

 private:
  explicit Props(report::TemporaryFolder folder) : folder_(std::move(folder)) {}

  report::TemporaryFolder folder_;  // with all of them, so that their names are equally long
};

}  // namespace steward::cli
