// Races that are known and accepted for now: a text file that is kept with the sources, a line for
// each, so that changes of it can be read.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "store/store.h"

namespace steward::cli {

class Baseline {
 public:
  static Baseline of(const std::vector<store::Stored>& all);
  // The error is a sentence that names the line.
  static Result<Baseline, std::string> read(const std::string& file);

  std::string text() const;
  std::size_t size() const { return lines_.size(); }
  // Whether it is there, and not worse than there.
  bool knows(const store::Stored& one) const;

 private:
  struct Line {
    report::Verdict verdict = report::Verdict::potential;
    std::string about;  // for people
  };
  // Where programs are differs from machine to machine: what they are called does not.
  using Key = std::pair<std::string, std::string>;  // the program's name, the fingerprint
  static std::pair<Key, Line> line_of(const store::Stored& one);

  std::map<Key, Line> lines_;
};

}  // namespace steward::cli
