#include "cli/hunt/journal.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "cli/hunt/run_text.h"
#include "report/read_report.h"
#include "report/render/json.h"
#include "store/bundle.h"

namespace steward::cli {
namespace {

template <class T>
void add_bytes(const std::vector<T>& list, std::string& text) {
  if (!list.empty())
    text.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
}
// The same for the same wish only.
std::string key_of(const ControlledWish& wish) {
  std::string text(reinterpret_cast<const char*>(&wish.header), sizeof wish.header);
  add_bytes(wish.ranges, text);
  add_bytes(wish.pairs, text);
  add_bytes(wish.tracked, text);
  add_bytes(wish.expected, text);
  return store::hash_of(text);
}

}  // namespace

Result<std::unique_ptr<Journal>, std::string> Journal::open(const std::string& path, bool resume) {
  std::error_code failure;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
  const int lock = ::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    close(lock);
    return fmt::format("another hunt for the same writes {}", path);
  }
  if (!resume)
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end, failure);
  auto database = store::Database::open(path, false);
  if (!database) {
    close(lock);
    return std::move(database).error();
  }
  std::unique_ptr<Journal> journal(new Journal(*std::move(database), lock));
  // A machine that loses power may lose the last results; a process that is killed loses none.
  for (const char* statement :
       {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF",
        "CREATE TABLE IF NOT EXISTS runs (wish TEXT PRIMARY KEY, run BLOB NOT NULL)",
        "CREATE TABLE IF NOT EXISTS steps (name TEXT PRIMARY KEY, report TEXT NOT NULL)"})
    journal->change(statement, {});
  if (!journal->problem_.empty()) return journal->problem_;
  return journal;
}

Journal::~Journal() { close(lock_); }

std::optional<std::string> Journal::look_up(const char* statement, const std::string& key) {
  const auto rows = database_.run(statement, {key});
  if (!rows || rows->empty()) return std::nullopt;
  return rows->at(0).at(0);
}
void Journal::change(const char* statement, const std::vector<std::string>& parameters) {
  if (!problem_.empty()) return;
  if (auto done = database_.run(statement, parameters); !done) problem_ = done.error();
}

std::optional<ControlledRun> Journal::find(const ControlledWish& wish) {
  const auto text = look_up("SELECT run FROM runs WHERE wish = ?1", key_of(wish));
  return text ? run_from(*text) : std::nullopt;
}
void Journal::keep(const ControlledWish& wish, const ControlledRun& run) {
  change("INSERT OR REPLACE INTO runs VALUES (?1, ?2)", {key_of(wish), text_of(run)});
}

std::optional<report::Report> Journal::find_report(const std::string& step) {
  const auto text = look_up("SELECT report FROM steps WHERE name = ?1", step);
  if (!text) return std::nullopt;
  auto report = report::report_from(*text, "");
  if (!report) return std::nullopt;
  return *std::move(report);
}
void Journal::keep_report(const std::string& step, const report::Report& report) {
  std::ostringstream text;
  render_json(report, text);
  change("INSERT OR REPLACE INTO steps VALUES (?1, ?2)", {step, text.str()});
}
void Journal::forget_runs() { change("DELETE FROM runs", {}); }

}  // namespace steward::cli
