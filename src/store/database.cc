#include "store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace steward::store {
namespace {

// Others that write at the same time are done sooner than that.
constexpr int kPatience = 10'000;  // milliseconds

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

}  // namespace

void Database::Close::operator()(sqlite3* open) const { sqlite3_close(open); }

std::string Database::complaint() const {
  return fmt::format("{}: {}", path_, sqlite3_errmsg(open_.get()));
}

Result<Database, std::string> Database::open(const std::string& path, bool must_exist) {
  sqlite3* opened = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (must_exist ? 0 : SQLITE_OPEN_CREATE);
  const int result = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
  Database database(opened, path);
  if (result != SQLITE_OK)
    return opened == nullptr ? path + ": out of memory" : database.complaint();
  sqlite3_busy_timeout(opened, kPatience);
  return database;
}

Result<std::vector<Database::Row>, std::string> Database::run(
    std::string_view text, const std::vector<std::string>& parameters) {
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(open_.get(), text.data(), static_cast<int>(text.size()), &prepared,
                         nullptr) != SQLITE_OK)
    return complaint();
  const std::unique_ptr<sqlite3_stmt, Finalize> statement(prepared);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    sqlite3_bind_text(prepared, static_cast<int>(i) + 1, parameters[i].data(),
                      static_cast<int>(parameters[i].size()), SQLITE_STATIC);
  std::vector<Row> rows;
  int result;
  while ((result = sqlite3_step(prepared)) == SQLITE_ROW) {
    Row& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(prepared); ++i) {
      const auto* const value = reinterpret_cast<const char*>(sqlite3_column_text(prepared, i));
      row.emplace_back(
          value == nullptr
              ? ""
              : std::string(value, static_cast<std::size_t>(sqlite3_column_bytes(prepared, i))));
    }
  }
  if (result != SQLITE_DONE) return complaint();
  return rows;
}

}  // namespace steward::store
