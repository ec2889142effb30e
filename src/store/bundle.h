// All that is needed to repeat one controlled execution, as one file that can be sent to somebody
// else: docs/formats/bundle.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "channel/exploration.h"

namespace steward::store {

// A file that the execution depends on.
struct KnownFile {
  std::string path;
  std::string hash;  // of its contents: see hash_of_file()
};

// What is usual for a program.
struct Usual {
  Usual() = default;
  Usual(int code)
      : exit(code) {}  // NOLINT(google-explicit-constructor): often nothing else is known

  int exit = 0;                // its code if nothing goes wrong
  std::string output;          // a hash of what it writes, if that is always the same
  std::uint64_t accesses = 0;  // it makes no more; 0: unknown
  std::string check;           // a command of the user's that looks at what it wrote
};

struct Bundle {
  std::string id;       // "R-7f3a.2"
  std::string outcome;  // the word for what went wrong, or "none"
  std::string detail;   // the same for people
  std::string about;    // what it shows, for people: a pair of statements, a deadlock
  Usual usual;

  struct Program {
    std::string path;
    std::vector<std::string> words;
    std::string folder;  // the current one
  } program;
  std::vector<KnownFile> modules;  // the program first, then its libraries
  std::vector<KnownFile> files;    // that it opened to read

  // Of the variables of the environment, those that anybody may see; of all others the name, and a
  // hash of the value.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> secrets;

  std::uint64_t seconds = 60;  // that it might take; 0: there was no limit
  // How it was controlled; `expected` is the size of the schedule.
  channel::ExplorationHeader header;
  std::vector<channel::StatementRange> ranges;
  std::vector<channel::StatementPair> pairs;
  std::vector<channel::PlanEntry> tracked;
  std::vector<std::byte> schedule;
  std::string input;              // what it read from stdin
  std::uint64_t stale_reads = 0;  // that were told of it
};

// All errors are sentences.
Result<void, std::string> write_bundle(const Bundle& bundle, const std::string& path);
Result<Bundle, std::string> read_bundle(const std::string& path);

// 16 hexadecimal digits.
std::string hash_of(std::string_view bytes);
// Nothing if it cannot be read, or is no regular file.
std::optional<std::string> hash_of_file(const std::string& path);

// Whether a variable of the environment may be shown to others: it says how programs behave, and
// where they find things, and is no secret.
bool may_be_shown(const std::string& variable);

}  // namespace steward::store
