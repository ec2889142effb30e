// Do the random traces test anything? For each rule of the definitions: in how many traces would
// the races be others if the rule's events meant nothing, or something else.
#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "support/oracle.h"
#include "support/random_trace.h"

namespace steward {
namespace {

using oracle::FirstRace;
using oracle::Oracle;
using Change = std::function<void(Event&)>;
using RacesOf = std::function<std::vector<FirstRace>(const Oracle&)>;

std::vector<FirstRace> precise(const Oracle& oracle) { return oracle.precise_races(); }
std::vector<FirstRace> hybrid(const Oracle& oracle) { return oracle.hybrid_races(); }

// Events of these kinds become events that mean nothing.
Change without(std::initializer_list<EventKind> kinds) {
  return [kinds = std::vector<EventKind>(kinds)](Event& e) {
    if (std::find(kinds.begin(), kinds.end(), e.kind) != kinds.end()) e = event::start(e.thread);
  };
}

std::size_t changed_traces(const Change& change, const RacesOf& definition) {
  std::size_t changed = 0;
  for (const Shape& shape : all_shapes()) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      auto events = decode_trace(random_words(seed), shape);
      const auto before = definition(Oracle(events));
      for (Event& e : events) change(e);
      changed += definition(Oracle(events)) != before;
    }
  }
  return changed;
}

void expect_matters(const char* rule, const Change& change, const RacesOf& definition) {
  const std::size_t changed = changed_traces(change, definition);
  EXPECT_GE(changed, 10u) << rule << " decides the races of too few traces of 5,000";
}

TEST(TracePower, EveryKindOfSynchronizationDecidesRaces) {
  using enum EventKind;
  const auto locks = {acquire, release, acquire_shared, release_shared};
  expect_matters("locks", without(locks), precise);
  expect_matters("fork", without({fork}), precise);
  expect_matters("join", without({join}), precise);
  expect_matters("send", without({send}), precise);
  expect_matters("fence", without({fence}), precise);
  expect_matters("locks, hybrid", without(locks), hybrid);
  expect_matters("send, hybrid", without({send}), hybrid);
  expect_matters("signal", without({signal}), hybrid);
  expect_matters("wait", without({wait, wake}), hybrid);
}

TEST(TracePower, EveryOperationOnHistoriesDecidesRaces) {
  using enum EventKind;
  expect_matters("alloc", without({alloc}), precise);
  expect_matters("free", without({free}), precise);
  expect_matters("clear", without({clear}), precise);
  expect_matters("copy", without({copy}), precise);
}

TEST(TracePower, IdentityAndUntrackedRegionsDecideRaces) {
  using enum EventKind;
  expect_matters("switch", without({switch_identity}), precise);
  expect_matters("untracked", without({untracked_begin}), precise);
}

TEST(TracePower, ModesOrdersAndTheStoreReadDecideRaces) {
  using enum EventKind;
  expect_matters(
      "shared mode",
      [](Event& e) {
        if (e.kind == acquire_shared) e.kind = acquire;
        if (e.kind == release_shared) e.kind = release;
      },
      precise);
  expect_matters(
      "memory order",
      [](Event& e) {
        if (is_atomic(e.kind)) e.order = MemoryOrder::relaxed;
      },
      precise);
  expect_matters(
      "release sequence",
      [](Event& e) {
        if (e.kind == atomic_rmw) e.kind = atomic_store;
      },
      precise);
  expect_matters(
      "store age", [](Event& e) { e.store_age = 0; }, precise);
}

}  // namespace
}  // namespace steward
