// What the tool wants of this execution: see channel/exploration.h.
#pragma once

#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "channel/exploration.h"
#include "runtime/explore/statements.h"

namespace steward {

class Exploration {
 public:
  // From the file at `path`. Without one, or if it cannot be understood, nothing is wanted.
  Exploration(Heap& heap, const char* path);

  bool is_wanted() const { return header_.magic == channel::kExplorationMagic; }
  const channel::ExplorationHeader& header() const { return header_; }
  bool spurious() const { return header_.spurious != 0; }
  std::uint64_t start_time() const { return header_.start_time; }
  std::uint64_t most_steps() const { return header_.most_steps; }
  const Vector<channel::StatementPair>& pairs() const { return pairs_; }

  // The watched statements in the modules that are loaded by now.
  void find(Statements& statements) const;

 private:
  channel::ExplorationHeader header_;
  Vector<channel::StatementRange> ranges_;
  Vector<channel::StatementPair> pairs_;
};

}  // namespace steward
