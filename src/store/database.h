// A thin cover over SQLite: what is opened is closed, and every failure is a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace steward::store {

class Database {
 public:
  // Makes the file if it is not there, unless `must_exist`.
  static Result<Database, std::string> open(const std::string& path, bool must_exist);

  // One row of an answer, all as text.
  using Row = std::vector<std::string>;
  // Runs one statement with its parameters (?1, ?2, …) and gives all rows that it has.
  Result<std::vector<Row>, std::string> run(std::string_view statement,
                                            const std::vector<std::string>& parameters = {});

 private:
  struct Close {
    void operator()(sqlite3* open) const;
  };
  Database(sqlite3* open, std::string path) : open_(open), path_(std::move(path)) {}
  std::string complaint() const;

  std::unique_ptr<sqlite3, Close> open_;
  std::string path_;
};

}  // namespace steward::store
