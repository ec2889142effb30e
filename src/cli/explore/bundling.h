// Bundles of controlled executions, and programs made from bundles.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/explore/confirmation.h"
#include "cli/explore/stage.h"
#include "store/bundle.h"

namespace steward::cli {

// Makes the bundles of one program.
class Bundling {
 public:
  // `input`: what it reads from stdin. All must outlive this.
  Bundling(const ControlledProgram& program, const std::string& input)
      : program_(program), input_(input) {}

  // What the program consists of: the paths of its modules.
  void set_modules(std::vector<std::string> paths) { modules_ = std::move(paths); }

  store::Bundle make(const std::string& id, const std::string& about, const KeptRun& run,
                     const store::Usual& usual);

 private:
  const std::string& hash_of(const std::string& path);

  const ControlledProgram& program_;
  const std::string& input_;
  std::vector<std::string> modules_;
  std::map<std::string, std::string> hashes_;  // by path; empty: it has none
};

// What a report calls the way in which a run ended.
std::string word_for_outcome(const Ending& ending);

// As it was, with what the bundle does not have taken from our environment.
Environment environment_of(const store::Bundle& bundle);
// What differs now from what it was then, in sentences.
std::vector<std::string> changed_files(const store::Bundle& bundle);
std::vector<std::string> changed_variables(const store::Bundle& bundle);

}  // namespace steward::cli
