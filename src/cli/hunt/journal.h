// What a hunt has done so far, in a file of the store: after it was cut off, even by a kill, it
// goes on from there. A hunt is a function of its runs. So their results are all that is kept: who
// goes on does everything again, but no run takes place twice.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/explore/past_runs.h"
#include "report/report.h"
#include "store/database.h"

namespace steward::cli {

class Journal : public PastRuns {
 public:
  // The file, made if it is not there; emptied, unless the hunt is to go on. An error, which is a
  // sentence, also if another process writes there.
  static Result<std::unique_ptr<Journal>, std::string> open(const std::string& path, bool resume);
  ~Journal() override;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  std::optional<ControlledRun> find(const ControlledWish& wish) override;
  void keep(const ControlledWish& wish, const ControlledRun& run) override;

  // Whole steps of the hunt, by name.
  std::optional<report::Report> find_report(const std::string& step);
  void keep_report(const std::string& step, const report::Report& report);
  // Runs are not needed any more.
  void forget_runs();

  // The first failure, in a sentence: what came after is not kept. Empty if there was none.
  const std::string& problem() const { return problem_; }

 private:
  Journal(store::Database database, int lock) : database_(std::move(database)), lock_(lock) {}
  std::optional<std::string> look_up(const char* statement, const std::string& key);
  void change(const char* statement, const std::vector<std::string>& parameters);

  store::Database database_;
  const int lock_;  // held as long as this lives
  std::string problem_;
};

}  // namespace steward::cli
