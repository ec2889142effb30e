// Histories of bytes, and the races that a condition on pairs of accesses makes in them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "support/execution.h"

namespace steward::oracle {

// Do accesses i < j race, given that they meet in a byte?
using PairPredicate = std::function<bool(std::size_t i, std::size_t j)>;

// The first racy access of one byte since its history was last replaced.
struct FirstRace {
  Address byte;
  std::uint32_t incarnation = 0;
  std::size_t event = 0;
  friend auto operator<=>(const FirstRace&, const FirstRace&) = default;
};

// Calls `visit(byte, history, j)` for each byte of each access j that counts, in the order of the
// execution; `history` are the accesses the byte remembers from before j. Every access is
// remembered, racy or not; alloc and clear forget; a copy replaces the destination's history by the
// source's.
using HistoryVisitor =
    std::function<void(Address byte, std::span<const std::size_t> history, std::size_t j)>;
void visit_histories(const Execution& x, const HistoryVisitor& visit);

// An access is racy if it races with one its byte remembers. A byte that raced says no more until
// it is cleared or allocated, or a copy replaces its history; what was copied from a byte that has
// raced counts as raced. Sorted.
std::vector<FirstRace> first_races(const Execution& x, const PairPredicate& race);

// What some detector reported: event `event` raced in `bytes`.
struct Report {
  std::size_t event = 0;
  AddressRange bytes;
};

// The first report per byte and incarnation, by the same rules: what a detector's reports must
// amount to, whether or not it goes on reporting a byte that has raced. Sorted.
std::vector<FirstRace> first_reports(const Execution& x, std::span<const Report> reports);

// Every racy pair of the execution, whatever raced before. All sorted.
struct AllPairs {
  std::vector<std::pair<std::size_t, std::size_t>> events;  // earlier, later
  std::vector<std::pair<SiteId, SiteId>> sites;             // the smaller first
  std::vector<Address> bytes;
};
AllPairs all_pairs(const Execution& x, const PairPredicate& race);

// The distinct bytes, or events, of `races`, sorted.
std::vector<Address> racy_bytes(std::span<const FirstRace> races);
std::vector<std::size_t> racy_events(std::span<const FirstRace> races);

}  // namespace steward::oracle
