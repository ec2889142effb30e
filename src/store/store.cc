#include "store/store.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <system_error>

#include "report/fingerprint.h"
#include "report/merging.h"
#include "report/read_report.h"
#include "report/render/json.h"
#include "report/words.h"

namespace steward::store {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 4;
// docs/store.md says what they mean.
constexpr const char* kTables[] = {
    "CREATE TABLE races (program TEXT NOT NULL, fingerprint TEXT NOT NULL, id TEXT NOT NULL "
    "UNIQUE, "
    "verdict INTEGER NOT NULL, command TEXT NOT NULL, report TEXT NOT NULL, updated INTEGER NOT "
    "NULL, build TEXT NOT NULL, PRIMARY KEY (program, fingerprint))",
    "CREATE TABLE bundles (id TEXT PRIMARY KEY, outcome TEXT NOT NULL, program TEXT NOT NULL, seed "
    "TEXT NOT NULL, file TEXT NOT NULL, updated INTEGER NOT NULL)",
    "CREATE TABLE findings (program TEXT NOT NULL, id TEXT NOT NULL, report TEXT NOT NULL, updated "
    "INTEGER NOT NULL, build TEXT NOT NULL, PRIMARY KEY (program, id))",
};

// Those that were in use are brought up to date: what makes a store of each version the next.
struct Step {
  const char* from;
  std::vector<const char*> statements;
};
const Step kSteps[] = {
    {"2",
     {"CREATE TABLE findings (program TEXT NOT NULL, id TEXT NOT NULL, report TEXT NOT NULL, "
      "updated INTEGER NOT NULL, PRIMARY KEY (program, id))"}},
    {"3",
     {"ALTER TABLE races ADD COLUMN build TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE findings ADD COLUMN build TEXT NOT NULL DEFAULT ''"}},
};

// What a store of that version lacks; nothing if it is of no version that is known.
std::vector<const char*> missing_in(const std::string& version) {
  if (version == "0") return {std::begin(kTables), std::end(kTables)};
  std::vector<const char*> statements;
  for (const Step& step : kSteps)
    if (!statements.empty() || version == step.from)
      statements.insert(statements.end(), step.statements.begin(), step.statements.end());
  return statements;
}

std::string now() { return std::to_string(std::time(nullptr)); }

// Only this, with the threads and locks of all.
std::string text_of(const report::Report& report, std::vector<report::Race> races,
                    std::vector<report::FoundItem> findings) {
  report::Report alone;
  alone.command = report.command;
  alone.program = report.program;
  alone.threads = report.threads;
  alone.locks = report.locks;
  alone.outcome = report.outcome;
  alone.races = std::move(races);
  alone.findings = std::move(findings);
  std::ostringstream text;
  render_json(alone, text);
  return text.str();
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.';
}

}  // namespace

std::string usual_folder() {
  const char* const wish = std::getenv("STEWARD_STORE");
  return wish != nullptr && *wish != 0 ? wish : ".steward";
}

Result<Store, std::string> Store::open(const std::string& folder) {
  std::error_code failure;
  fs::create_directories(fs::path(folder) / "bundles", failure);
  if (failure) return fmt::format("cannot make {}: {}", folder, failure.message());
  auto database = Database::open(folder + "/store.db", false);
  if (!database) return std::move(database).error();
  Store store(*std::move(database), folder);
  if (auto ready = store.prepare(); !ready) return std::move(ready).error();
  return store;
}

Result<std::optional<Store>, std::string> Store::open_existing(const std::string& folder) {
  std::error_code ignored;
  if (!fs::exists(folder + "/store.db", ignored)) return std::optional<Store>();
  auto store = open(folder);
  if (!store) return std::move(store).error();
  return std::optional<Store>(*std::move(store));
}

Result<void, std::string> Store::prepare() {
  // A machine that loses power may lose the last results; a process that is killed loses none.
  for (const char* setting : {"PRAGMA synchronous = OFF", "BEGIN IMMEDIATE"})
    if (auto done = database_.run(setting); !done) return std::move(done).error();
  const auto version = database_.run("PRAGMA user_version");
  if (!version) return version.error();
  const std::string& found = version->at(0).at(0);
  if (const auto missing = missing_in(found); !missing.empty()) {
    for (const char* const statement : missing)
      if (auto made = database_.run(statement); !made) return std::move(made).error();
    if (auto set = database_.run(fmt::format("PRAGMA user_version = {}", kVersion)); !set)
      return std::move(set).error();
  } else if (found != std::to_string(kVersion)) {
    return fmt::format(
        "{} was made by another version of Steward (format {}, this one has {}); move it away",
        folder_, found, kVersion);
  }
  if (auto done = database_.run("COMMIT"); !done) return std::move(done).error();
  return {};
}

// A hang is somewhere else each time.
std::string finding_id(const report::FoundItem& item, const std::string& program) {
  std::string text = program + "\n" + item.kind;
  if (item.kind != "hang")
    for (const report::Stack& stack : item.stacks)
      for (const report::Frame& frame : stack)
        text += "\n" + report::without_lambda_numbers(frame.function.value_or("?"));
  // Races are told apart by longer ids where need be; these cannot know of each other.
  return "F-" + hash_of(text).substr(0, 8);
}

Result<void, std::string> Store::put_all(report::Report& report, const std::string& program) {
  for (report::Race& race : report.races)
    if (auto put = put_race(report, race, program); !put) return put;
  for (const report::FoundItem& item : report.findings)
    if (auto put = put_finding(report, item, program); !put) return put;
  return {};
}

Result<void, std::string> Store::put(report::Report& report, const std::string& program) {
  if (auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return std::move(begun).error();
  if (auto put = put_all(report, program); !put) {
    const auto undone = database_.run("ROLLBACK");
    return put;
  }
  if (auto done = database_.run("COMMIT"); !done) return std::move(done).error();
  return {};
}

Result<void, std::string> Store::put_finding(const report::Report& report,
                                             const report::FoundItem& item,
                                             const std::string& program) {
  report::FoundItem named = item;
  named.id = finding_id(item, program);
  report::Report alone;
  alone.findings = {named};
  auto put = database_.run(
      "INSERT OR REPLACE INTO findings VALUES (?1, ?2, ?3, ?4, ?5)",
      {program, named.id, text_of(report, {}, {named}), now(), builds_.describe(program, alone)});
  if (!put) return std::move(put).error();
  return {};
}

Result<std::vector<Stored>, std::string> Store::all() {
  std::vector<Stored> all;
  for (const char* statement :
       {"SELECT program, report, build FROM races ORDER BY verdict DESC, program, id",
        "SELECT program, report, build FROM findings ORDER BY program, id"}) {
    const auto rows = database_.run(statement);
    if (!rows) return rows.error();
    for (const Database::Row& row : *rows) {
      auto report = report::report_from(row[1], folder_);
      if (!report) return report.error().message();
      all.push_back({row[0], *std::move(report), builds_.is_older(row[2])});
    }
  }
  return all;
}

Result<std::string, Error> Store::id_for(const std::string& program,
                                         const std::string& fingerprint) {
  auto known = database_.run("SELECT id FROM races WHERE program = ?1 AND fingerprint = ?2",
                             {program, fingerprint});
  if (!known) return Error{folder_, "", known.error()};
  if (!known->empty()) return known->at(0).at(0);
  // As many digits as tell it from others, and a number if other programs have the same.
  std::size_t digits = 4;
  for (std::size_t number = 1;;) {
    std::string id = "R-" + fingerprint.substr(0, digits);
    if (number > 1) id += fmt::format("-{}", number);
    const auto taken = database_.run("SELECT fingerprint FROM races WHERE id = ?1", {id});
    if (!taken) return Error{folder_, "", taken.error()};
    if (taken->empty()) return id;
    if (taken->at(0).at(0) == fingerprint || digits >= fingerprint.size()) ++number;
    else ++digits;
  }
}

Result<void, std::string> Store::put_race(const report::Report& report, report::Race& race,
                                          const std::string& program) {
  auto id = id_for(program, race.fingerprint);
  if (!id) return id.error().message();
  race.id = *std::move(id);
  const std::string verdict = std::to_string(static_cast<int>(race.verdict));
  const std::string text = text_of(report, {race}, {});
  report::Report alone;
  alone.races = {race};
  const auto before = database_.run("SELECT build FROM races WHERE id = ?1", {race.id});
  if (!before) return before.error();
  const bool replaces = !before->empty() && builds_.is_older(before->at(0).at(0));
  if (auto put = database_.run(
          "INSERT INTO races VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (program, "
          "fingerprint) DO UPDATE SET verdict = ?4, command = ?5, report = ?6, updated = ?7, build "
          "= ?8 WHERE verdict <= CAST(?4 AS INTEGER) OR ?9 = 'replaces'",
          {program, race.fingerprint, race.id, verdict, report.command, text, now(),
           builds_.describe(program, alone), replaces ? "replaces" : ""});
      !put)
    return std::move(put).error();
  return {};
}

Result<report::Report, std::string> Store::races_of(const std::string& program) {
  const auto rows =
      database_.run("SELECT report, build FROM races WHERE program = ?1 ORDER BY id", {program});
  if (!rows) return rows.error();
  report::Report all;
  for (const Database::Row& row : *rows) {
    if (builds_.is_older(row[1])) continue;
    auto one = report::report_from(row[0], folder_);
    if (!one) return one.error().message();
    adopt_names(all, *one);
    all.races.insert(all.races.end(), one->races.begin(), one->races.end());
  }
  return all;
}

Result<void, std::string> Store::put(const Bundle& bundle) {
  if (!std::all_of(bundle.id.begin(), bundle.id.end(), is_name_character))
    return fmt::format("'{}' is no id", bundle.id);
  const std::string file = "bundles/" + bundle.id + ".steward";
  const std::string path = folder_ + "/" + file;
  if (auto written = write_bundle(bundle, path); !written) return written;
  if (auto put = database_.run("INSERT OR REPLACE INTO bundles VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                               {bundle.id, bundle.outcome, bundle.program.path,
                                std::to_string(bundle.header.seed), file, now()});
      !put)
    return std::move(put).error();
  return {};
}

Result<std::optional<std::string>, std::string> Store::bundle_file(const std::string& id) {
  const auto rows = database_.run(
      "SELECT file FROM bundles WHERE id = ?1 OR id = ?2 ORDER BY id = ?1 DESC", {id, id + ".1"});
  if (!rows) return rows.error();
  if (rows->empty()) return std::optional<std::string>();
  return std::optional<std::string>(folder_ + "/" + rows->at(0).at(0));
}

Result<std::vector<std::string>, std::string> Store::bundle_ids() {
  const auto rows = database_.run("SELECT id FROM bundles ORDER BY id");
  if (!rows) return rows.error();
  std::vector<std::string> ids;
  for (const Database::Row& row : *rows) ids.push_back(row[0]);
  return ids;
}

}  // namespace steward::store
