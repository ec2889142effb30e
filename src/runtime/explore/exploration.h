// What the tool wants of this execution: see channel/exploration.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "channel/exploration.h"
#include "runtime/explore/statements.h"

namespace steward {

class Exploration {
 public:
  // From the file at `path`. Without one, or if it cannot be understood, nothing is wanted.
  explicit Exploration(const char* path);

  bool is_wanted() const { return header_.magic == channel::kExplorationMagic; }
  const channel::ExplorationHeader& header() const { return header_; }
  bool spurious() const { return header_.spurious != 0; }
  std::uint64_t start_time() const { return header_.start_time; }
  std::uint64_t most_steps() const { return header_.most_steps; }
  std::span<const channel::StatementPair> pairs() const { return pairs_; }
  // Locations that are tracked.
  std::span<const channel::PlanEntry> tracked() const { return tracked_; }
  // The schedule of an execution that this one is to repeat, if any.
  std::span<const std::byte> expected() const { return expected_; }

  // The watched statements in the modules that are loaded by now.
  void find(Statements& statements) const;

 private:
  // In the file, which stays mapped. False if it does not have all that its header says.
  bool find_lists(std::span<const std::byte> file);

  channel::ExplorationHeader header_;
  std::span<const channel::StatementRange> ranges_;
  std::span<const channel::StatementPair> pairs_;
  std::span<const channel::PlanEntry> tracked_;
  std::span<const std::byte> expected_;
};

}  // namespace steward
