// What the records of one process have said so far.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "report/live/address_space.h"
#include "report/live/records.h"

namespace steward::report {

struct KnownThread {
  std::optional<std::uint64_t> creator;
  Stack created_at;
  std::string name;
  std::string label;      // once it was mentioned
  std::size_t index = 0;  // then, among the threads of the report
};

struct KnownLock {
  std::string kind = "mutex";
  std::uint64_t address = 0;
  Stack created_at;
  std::string label;
};

// A value: a forked process starts with a copy of its parent's. What exec replaces, later records
// of the same process replace here too.
struct WatchedProcess {
  explicit WatchedProcess(SymbolCache& cache) : space(cache) {}

  AddressSpace space;
  std::map<std::uint64_t, KnownThread> threads;
  std::map<std::uint64_t, KnownLock> locks;

  void take(const ThreadRecord& record) {
    threads[record.number] = {record.creator, space.stack(record.created_at), {}, {}, 0};
  }
  void take(NameRecord record) { threads[record.thread].name = std::move(record.name); }
  void take(const LockRecord& record) {
    locks[record.number] = {record.kind.empty() ? KnownLock().kind : record.kind,
                            record.address,
                            space.stack(record.created_at),
                            {}};
  }
};

}  // namespace steward::report
