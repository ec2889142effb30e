// What Steward has found in a project so far: the folder .steward, described in docs/store.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "store/builds.h"
#include "store/bundle.h"
#include "store/database.h"
#include "trace/error.h"

namespace steward::store {

// Where it is: STEWARD_STORE, or .steward in the current folder.
std::string usual_folder();

// What one program has: a race, or a finding that is none, with its threads and locks.
struct Stored {
  std::string program;  // its path
  report::Report report;
  bool is_older = false;  // it was found in a build that is not there any more
};

// The same finding of another run of the program has the same.
std::string finding_id(const report::FoundItem& item, const std::string& program);

// All errors are sentences.
class Store {
 public:
  // Makes the folder if it is not there.
  static Result<Store, std::string> open(const std::string& folder);
  // Nothing if there is no store in it.
  static Result<std::optional<Store>, std::string> open_existing(const std::string& folder);

  // What is kept from now on was found in this state of the file: it may be another one by then.
  void pin(const std::string& path, const FileState& state) { builds_.pin(path, state); }

  // Adds what was found in `program`, a path; gives each race the id that it has here. Of a race
  // that is known already, the stronger verdict stays, and of two equal ones the newer; but
  // nothing of an older build.
  Result<void, std::string> put(report::Report& report, const std::string& program);

  // The id that a race of `program` has here, or would get: no other race of any has it.
  Result<std::string, Error> id_for(const std::string& program, const std::string& fingerprint);

  // What is known of `program` as it is now.
  Result<report::Report, std::string> races_of(const std::string& program);

  // Everything, the worst first; races before findings.
  Result<std::vector<Stored>, std::string> all();

  // Under its own id, in place of what had that before.
  Result<void, std::string> put(const Bundle& bundle);
  // The file of a bundle; nothing if there is none with that id. Of a race's id, that of the race
  // itself or its first piece of evidence.
  Result<std::optional<std::string>, std::string> bundle_file(const std::string& id);
  // What there is instead.
  Result<std::vector<std::string>, std::string> bundle_ids();

  const std::string& folder() const { return folder_; }

 private:
  Store(Database database, std::string folder)
      : database_(std::move(database)), folder_(std::move(folder)) {}
  Result<void, std::string> prepare();
  Result<void, std::string> put_race(const report::Report& report, report::Race& race,
                                     const std::string& program);
  Result<void, std::string> put_finding(const report::Report& report, const report::FoundItem& item,
                                        const std::string& program);
  Result<void, std::string> put_all(report::Report& report, const std::string& program);

  Database database_;
  Builds builds_;
  std::string folder_;
};

}  // namespace steward::store
