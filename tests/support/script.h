// A small language for executions, so that a test of a detector is a few lines.
//
//   Script s("T1: lock m; w x; unlock m; T2: w x!");
//   EXPECT_EQ(racy_events(Oracle(s.events()).precise_races()), s.expected());
//
// Statements are separated by ';' or line ends and happen in the order they are written. `T1:`
// before a statement makes carrier 1 perform it and what follows. `//` begins a comment.
//
//   r X   w X                        plain access
//   load X ORDER [AGE]               atomic load; AGE counts back from the newest store
//   store X ORDER   rmw X ORDER      ORDER: rlx acq rel acq_rel sc
//   fence ORDER
//   lock M   unlock M   rlock M   runlock M
//   fork T2   start   end   join T2
//   wait C M   signal C   wake C     condition C, used with lock M
//   send G   recv G
//   alloc X   free X   clear X   copy FROM TO
//   switch T3                        the carrier runs language thread 3 from here on
//   untracked WHAT   tracked WHAT    WHAT: accesses sync both
//
// X names a cell, by default its first 4 bytes; `x+2:8` are 8 bytes from offset 2, `0x1f00:2` an
// address. Cells do not overlap: each has 64 bytes of its own. M, C and G are names, or `#7` for
// the id 7 itself. `@9` after a statement sets its site, otherwise its number in the script, from
// 1. `!` marks an access that is expected to be a race.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/event.h"

namespace steward {

class Script {
 public:
  // Throws std::invalid_argument, saying where, if `text` is no script.
  explicit Script(std::string_view text);

  const std::vector<Event>& events() const { return events_; }

  // The events marked with '!', in order.
  const std::vector<std::size_t>& expected() const { return expected_; }

  // The first 4 bytes of a cell, and ids, by the names the script uses.
  AddressRange cell(const std::string& name) const;
  bool has_lock(const std::string& name) const { return locks_.contains(name); }
  LockId lock(const std::string& name) const { return LockId(locks_.at(name)); }
  MessageId message(const std::string& name) const { return MessageId(messages_.at(name)); }
  ConditionId condition(const std::string& name) const { return ConditionId(conditions_.at(name)); }

  // The names of the cells that hold these bytes, sorted, each once.
  std::vector<std::string> cells_of(std::span<const Address> bytes) const;

 private:
  using Names = std::map<std::string, std::uint64_t>;
  using Words = std::vector<std::string>;

  void parse_statement(Words words);
  Event parse_operation(const Words& words);
  AddressRange parse_range(const std::string& text);
  static std::uint64_t id_of(Names& names, const std::string& name);

  std::vector<Event> events_;
  std::vector<std::size_t> expected_;
  ThreadId carrier_{1};
  Names cells_;
  Names locks_;
  Names messages_;
  Names conditions_;
};

// Shorthand for the events alone.
std::vector<Event> run(std::string_view text);

// The events as a script, one statement a line, that gives exactly these events when parsed.
std::string to_script(std::span<const Event> events);
std::string to_script(const Event& event);

}  // namespace steward
