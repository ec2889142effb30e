// What threads do to a word of a shadow, in every interleaving of their loads and stores: no race
// is missed, none is made up, and what comes out is what some order of whole accesses gives. How
// the word is shared is up to `Memory`.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/detect/fasttrack.h"
#include "stepping/machine.h"
#include "support/run_detector.h"

namespace steward::stepping {

// Which action of which thread: as small as the running program's.
struct ActionId {
  std::uint32_t value = 0;
  friend auto operator<=>(const ActionId&, const ActionId&) = default;
};
struct Stepped : Locked {
  using Bits = SteppedBits;
  using Origin = ActionId;
  static constexpr std::size_t kShards = 1;
};
using Order = HappensBefore<Stepped>;
using Race = std::tuple<std::uint8_t, ActionId, ActionId>;  // the bytes as a mask, both actions
using Outcome = std::set<Race>;

// A thread's actions as letters: r and w read and write the 8 bytes of a word, with a digit its
// half 1 or 2; a reads it atomically; ( and ) take and give a mutex; c forgets the word, as an
// allocation does, and f its accesses, as when memory is short.
struct Action {
  char what;
  AddressRange bytes;
  ActionId id;
};
using Program = std::vector<Action>;

constexpr Address kBegin(0x10000);

inline Program program(const std::string& text, std::uint32_t thread) {
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

// One run of a scenario: a detector's parts around one word. A Memory has
//   access(thread, kind, action, race)   race(bytes, earlier action) for each race
//   forget(thread, action)               as `c` and `f` say
template <class Memory>
class Run {
 public:
  // The main thread does what it does before it starts the others.
  Run(const Program& before, const std::vector<Program>& programs) : programs_(programs) {
    Order::Thread& main = order_.thread(ThreadId(0));
    for (const Action& action : before) act(main, action);
    for (std::size_t i = 0; i <= programs_.size(); ++i) order_.fork(main, number_of(i));
  }

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
    act(order_.thread(number_of(programs_.size())), {'w', {kBegin, 8}, {999}});
    return found_;
  }
  const Outcome& found() const { return found_; }

 private:
  static ThreadId number_of(std::size_t thread) {
    return ThreadId(static_cast<std::uint32_t>(thread + 1));
  }
  void act(Order::Thread& t, const Action& action) {
    const auto race = [&](std::uint8_t bytes, ActionId earlier) {
      found_.insert({bytes, earlier, action.id});
    };
    switch (action.what) {
      case 'r': return memory_.access(t, AccessKind::read, action, race);
      case 'w': return memory_.access(t, AccessKind::write, action, race);
      case 'a': return memory_.access(t, AccessKind::atomic_read, action, race);
      default: return memory_.forget(t, action);
    }
  }

  const std::vector<Program>& programs_;
  Heap heap_{cached_pages()};
  Order order_{heap_, 1};
  Memory memory_{heap_};
  Outcome found_;
};

template <class Memory, class Check>
std::size_t explore(const Program& before, const std::vector<Program>& programs, bool whole,
                    Check check) {
  std::shared_ptr<Run<Memory>> run;
  return Machine::explore(
      [&] {
        run = std::make_shared<Run<Memory>>(before, programs);
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
inline std::uint8_t racy_bytes(const std::vector<Program>& programs,
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

inline std::uint8_t bytes_of(const Outcome& found) {
  std::uint8_t all = 0;
  for (const auto& [bytes, earlier, later] : found) all |= bytes;
  return all;
}

inline std::vector<Program> programs(const std::vector<std::string>& texts) {
  std::vector<Program> all;
  for (std::size_t i = 0; i < texts.size(); ++i)
    all.push_back(program(texts[i], static_cast<std::uint32_t>(i + 1)));
  return all;
}

template <class Memory>
std::size_t expect_exact(const std::vector<std::string>& texts, const std::string& before = "") {
  SCOPED_TRACE(before + " before " + testing::PrintToString(texts));
  const Program first = program(before, 0);
  const std::vector<Program> all = programs(texts);
  std::set<Outcome> possible;
  explore<Memory>(first, all, true, [&](Run<Memory>& run) { possible.insert(run.outcome()); });
  const bool clears = std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return text.find_first_of("cf") != std::string::npos;
  });
  std::size_t wrong = 0;
  const std::size_t orders = explore<Memory>(first, all, false, [&](Run<Memory>& run) {
    if (!clears && bytes_of(run.found()) != racy_bytes(all, Machine::now()->turns())) ++wrong;
    if (!possible.contains(run.outcome())) ++wrong;
  });
  EXPECT_EQ(wrong, 0u) << "of " << orders << " orders";
  return orders;
}

// Orders grow a hundredfold with each access of a scenario, and with each that has a part of the
// word: as many as all its threads have together. STEWARD_WEIGHT=4 takes hours.
inline std::size_t weight(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return c == 'r' || c == 'w' || c == 'a' || c == '1' || c == '2';
  }));
}
inline std::size_t heaviest() {
  const char* asked = std::getenv("STEWARD_WEIGHT");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 3;
}

}  // namespace steward::stepping
