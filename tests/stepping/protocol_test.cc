// The protocol by which threads share a shadow's words, in every interleaving of its loads and
// stores: no race is missed, none is made up, and what comes out is what some order of whole
// accesses gives.
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/detect/fasttrack.h"
#include "core/policy/word.h"
#include "stepping/machine.h"
#include "support/run_detector.h"

namespace steward::stepping {
namespace {

// Which action of which thread: as small as the running program's.
struct ActionId {
  std::uint32_t number = 0;
  friend auto operator<=>(const ActionId&, const ActionId&) = default;
};
struct Stepped : Locked {
  using Bits = SteppedBits;
  using Origin = ActionId;
  static constexpr std::size_t kShards = 1;
};
using Cell = FastTrackCell<Stepped>;
using Order = HappensBefore<Stepped>;
using Race = std::tuple<std::uint8_t, ActionId, ActionId>;  // the bytes as a mask, both actions
using Outcome = std::set<Race>;

// A thread's actions as letters: r and w read and write the 8 bytes of a word, with a digit its
// half 1 or 2; a reads it atomically; ( and ) take and give a mutex; c forgets the word, as an
// allocation does, b in a bulk, and f its accesses, as when memory is short.
struct Action {
  char what;
  AddressRange bytes;
  ActionId id;
};
using Program = std::vector<Action>;

constexpr Address kBegin(0x10000);

Program program(const std::string& text, std::uint32_t thread) {
  Program actions;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char half = i + 1 < text.size() ? text[i + 1] : ' ';
    AddressRange bytes{kBegin, 8};
    if (half == '1' || half == '2') bytes = {kBegin + (half == '2' ? 4 : 0), 4};
    actions.push_back({text[i], bytes, {thread * 100 + static_cast<std::uint32_t>(i)}});
    if (bytes.size == 4) ++i;
  }
  return actions;
}

// One run of a scenario: a detector's parts around one word, used as WordShadow and
// VectorClockDetector use them.
class Run {
 public:
  // The main thread does what it does before it starts the others.
  Run(const Program& before, const std::vector<Program>& programs) : programs_(programs) {
    SteppedBits::bulk = nullptr;
    for (const Program& program : programs)
      for (const Action& action : program)
        if (action.what == 'b') SteppedBits::bulk = &bulk_;
    Order::Thread& main = order_.thread(ThreadId(0));
    for (const Action& action : before) act(main, action);
    for (std::size_t i = 0; i <= programs_.size(); ++i) order_.fork(main, number_of(i));
  }

  // The next one may be there already.
  ~Run() {
    if (SteppedBits::bulk == &bulk_) SteppedBits::bulk = nullptr;
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void play(std::size_t thread) {
    Order::Thread& t = order_.thread(number_of(thread));
    for (const Action& action : programs_[thread]) {
      switch (action.what) {
        case '(':
          Machine::now()->take(1);
          order_.acquire(t, LockId(1), LockMode::exclusive);
          break;
        case ')':
          order_.release(t, LockId(1), LockMode::exclusive);
          Machine::now()->give(1);
          break;
        default: Machine::now()->begin_action(); act(t, action);
      }
    }
  }
  // What was found, by the end with all that is remembered: a thread that knows nothing of the
  // others writes everywhere.
  Outcome outcome() {
    access(order_.thread(number_of(programs_.size())), AccessKind::write, {kBegin, 8}, {999});
    return found_;
  }
  const Outcome& found() const { return found_; }

 private:
  static ThreadId number_of(std::size_t thread) {
    return ThreadId(static_cast<std::uint32_t>(thread + 1));
  }
  void act(Order::Thread& t, const Action& action) {
    if (action.what == 'r') return access(t, AccessKind::read, action.bytes, action.id);
    if (action.what == 'w') return access(t, AccessKind::write, action.bytes, action.id);
    if (action.what == 'a') return access(t, AccessKind::atomic_read, action.bytes, action.id);
    if (action.what == 'b' && clears_in_bulk()) return;
    const Hold hold(word_);
    if (action.what == 'f') word_.forget_accesses({heap_, heap_});
    else word_.clear(mask_of(action.bytes), {heap_, heap_});
  }
  // As WordShadow does it: see Bulk.
  bool clears_in_bulk() {
    while (!bulk_.exchange_if(0, 1)) SteppedBits::pause(0);
    Machine::now()->change_in_bulk(true);
    const bool done = decltype(word_)::clear_in_bulk(&word_, 1) == 1;
    Machine::now()->change_in_bulk(false);
    bulk_.store_release(0);
    return done;
  }
  void access(Order::Thread& t, AccessKind kind, AddressRange bytes, ActionId id) {
    const std::uint8_t mask = mask_of(bytes);
    if (word_.peek(mask, [&](const Cell& cell) { return cell.repeats(kind, t.now()); })) return;
    if (kind != AccessKind::atomic_read && access_plainly(t, kind, mask, id)) return;
    const Hold hold(word_);
    word_.update(mask, {heap_, heap_}, [&](Cell& cell, std::uint8_t those) {
      cell.access(kind, {t.now(), id}, t.clock, AfterRace::record, heap_,
                  [&](const Entry<ActionId>& earlier) {
                    found_.insert({those, earlier.origin, id});
                  });
    });
  }

  bool access_plainly(Order::Thread& t, AccessKind kind, std::uint8_t mask, ActionId id) {
    const auto simple = [&](Cell& cell) {
      return (kind == AccessKind::read && cell.repeats_plainly(kind, t.now())) ||
             cell.access_plainly(kind, {t.now(), id}, t.clock);
    };
    if (word_.lock_if_only(mask)) {
      const bool done = simple(word_.first());
      word_.unlock_only(mask);
      return done;
    }
    const Hold hold(word_);
    return word_.update_parts(mask, {heap_, heap_}, simple);
  }

  const std::vector<Program>& programs_;
  Heap heap_{cached_pages()};
  Order order_{heap_, 1};
  Word<Cell, SteppedBits> word_;
  SteppedBits bulk_;
  Outcome found_;
};

template <class Check>
std::size_t explore(const Program& before, const std::vector<Program>& programs, bool whole,
                    Check check) {
  std::shared_ptr<Run> run;
  return Machine::explore(
      [&] {
        run = std::make_shared<Run>(before, programs);
        Scenario scenario;
        for (std::size_t i = 0; i < programs.size(); ++i)
          scenario.threads.push_back([&, i] { run->play(i); });
        scenario.finish = [&] { check(*run); };
        return scenario;
      },
      whole);
}

// The bytes on which two accesses conflict that nothing orders, given the turns at the mutex: by
// the definition, over all pairs.
std::uint8_t racy_bytes(const std::vector<Program>& programs,
                        const std::vector<Machine::Turn>& turns) {
  // For each thread, how many takes and gives came before an action; and where in `turns` they are.
  struct Placed {
    std::size_t thread;
    Action action;
    std::size_t syncs;  // of its thread, before it
  };
  std::vector<Placed> accesses;
  for (std::size_t t = 0; t < programs.size(); ++t) {
    std::size_t syncs = 0;
    for (const Action& action : programs[t]) {
      if (action.what == '(' || action.what == ')') ++syncs;
      else accesses.push_back({t, action, syncs});
    }
  }
  // a before b: some give of a's thread after a comes before some take of b's thread before b.
  const auto ordered = [&](const Placed& a, const Placed& b) {
    std::size_t of_a = 0;
    std::size_t of_b = 0;
    bool given = false;
    for (const Machine::Turn& turn : turns) {
      if (turn.thread == a.thread && of_a++ >= a.syncs && !turn.taken) given = true;
      if (turn.thread == b.thread && of_b++ < b.syncs && turn.taken && given) return true;
    }
    return false;
  };
  std::uint8_t bytes = 0;
  for (const Placed& a : accesses)
    for (const Placed& b : accesses) {
      if (a.thread >= b.thread || (a.action.what != 'w' && b.action.what != 'w')) continue;
      if (ordered(a, b) || ordered(b, a)) continue;
      bytes |= mask_of(a.action.bytes) & mask_of(b.action.bytes);
    }
  return bytes;
}

std::uint8_t bytes_of(const Outcome& found) {
  std::uint8_t all = 0;
  for (const auto& [bytes, earlier, later] : found) all |= bytes;
  return all;
}

std::vector<Program> programs(const std::vector<std::string>& texts) {
  std::vector<Program> all;
  for (std::size_t i = 0; i < texts.size(); ++i)
    all.push_back(program(texts[i], static_cast<std::uint32_t>(i + 1)));
  return all;
}

std::size_t expect_exact(const std::vector<std::string>& texts, const std::string& before = "") {
  SCOPED_TRACE(before + " before " + testing::PrintToString(texts));
  const Program first = program(before, 0);
  const std::vector<Program> all = programs(texts);
  std::set<Outcome> possible;
  explore(first, all, true, [&](Run& run) { possible.insert(run.outcome()); });
  const bool clears = std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find_first_of("cbf") != std::string::npos;
  });
  std::size_t wrong = 0;
  const std::size_t orders = explore(first, all, false, [&](Run& run) {
    if (!clears && bytes_of(run.found()) != racy_bytes(all, Machine::now()->turns())) ++wrong;
    if (!possible.contains(run.outcome())) ++wrong;
  });
  EXPECT_EQ(wrong, 0u) << "of " << orders << " orders";
  return orders;
}

// Orders grow a hundredfold with each access of a scenario, and with each that has a part of the
// word: as many as all its threads have together. STEWARD_WEIGHT=4 takes hours.
std::size_t weight(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return c == 'r' || c == 'w' || c == 'a' || c == '1' || c == '2';
  }));
}
std::size_t heaviest() {
  const char* asked = std::getenv("STEWARD_WEIGHT");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 3;
}

TEST(WordProtocol, TwoThreadsInEveryInterleaving) {
  const std::vector<std::string> all = {"r",   "w",   "rr",  "ww", "rw", "wr",   "(w)",
                                        "(r)", "w()", "()w", "w1", "r2", "r1w2", "w()w"};
  std::size_t orders = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      if (weight(all[i]) + weight(all[j]) <= heaviest()) orders += expect_exact({all[i], all[j]});
  EXPECT_GT(orders, 10000u);
}

TEST(WordProtocol, ThreeThreadsInEveryInterleaving) {
  expect_exact({"(w)", "(r)", "r"});
  if (heaviest() > 3) expect_exact({"r", "r", "w"});
}

TEST(WordProtocol, AtomicReadsInEveryInterleaving) {
  expect_exact({"aa", "w"});
  expect_exact({"aa", "a"});
  expect_exact({"ra", "a"});
  expect_exact({"ar", "w"});
  expect_exact({"a()a", "(w)"});
  expect_exact({"aa", "c"});
}

// Words are forgotten while others look at them.
TEST(WordProtocol, MemoryThatIsUsedAnewMeanwhile) {
  expect_exact({"r", "c"});
  expect_exact({"w", "cw"});
  expect_exact({"r1", "c1"}, "w2");
  expect_exact({"r2r1", "c1"});
  if (heaviest() > 3) expect_exact({"r2r1", "c1"}, "r1");
}

// The same by who holds nothing, but lets nobody else.
TEST(WordProtocol, MemoryThatIsUsedAnewInBulkMeanwhile) {
  expect_exact({"r", "b"});
  expect_exact({"w", "b"}, "w");
  expect_exact({"w", "bw"});
  expect_exact({"r1", "b"}, "w2");
  expect_exact({"wr", "b"}, "r");
  expect_exact({"w", "b"}, "r");
}

// All accesses are forgotten while others make some.
TEST(WordProtocol, AccessesThatAreForgottenMeanwhile) {
  expect_exact({"r", "f"});
  expect_exact({"w", "fw"});
  expect_exact({"r", "f"}, "r");
  expect_exact({"r1", "f"}, "w2");
  expect_exact({"r2r1", "f"});
}

}  // namespace
}  // namespace steward::stepping
