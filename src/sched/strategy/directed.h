// Race-directed scheduling: K. Sen, "Race directed random testing of concurrent programs", PLDI
// 2008, Algorithms 1 and 2 (RaceFuzzer). Line numbers in this class are those of Algorithm 1.
//
// Another strategy proposes who runs. Whoever is about to execute a statement of a pair is held
// back until somebody else stands at an access that races with it: then both are there at the same
// time, which proves the race, and a coin decides who goes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/bit_set.h"
#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "sched/hit.h"
#include "sched/strategy/free_candidates.h"

namespace steward {

class Directed final : public Strategy {
 public:
  // The second monitor of the paper's section 4, counted in steps: if so many in a row did nothing
  // but wait (they were idle, or slept), those that were held back all the while are let go. Long
  // enough that whoever only looks whether its turn has come does not count as stuck at once; short
  // beside a run. Each time the next one is half as long, as below.
  static constexpr std::uint64_t kStarvation = 1000;

  // If all others have slept so many times and come back, they wait by looking from time to time.
  static constexpr std::uint64_t kNaps = 10;
  // The same for others that do something, but get nowhere: they look under a lock whether their
  // turn has come. Whoever is held back for `patience` steps is let go. As it may come to the same
  // statement again and again, each time that this was in vain the next one is half as long, down
  // to:
  static constexpr std::uint64_t kLeastPatience = 16;

  // After a pair was held together: whoever did not go first stays postponed, as the paper has it,
  // until nobody else can go on; or a coin, thrown once, may let all go for good. What comes of a
  // value that changes right after it was read shows only then. Or that pair is not looked for any
  // more: several pairs in one run are in each other's way, so the fewer the better.
  //
  // The others are experiments on what the order of the two decides: a coin says who is first, and
  // everything else is the same for both orders. In the first three the other one follows at once.
  // Who goes on then is fixed: nobody is held any more; or one of the two (see is_the_one()) is,
  // until nobody else can go on. In the last two that one waits as well, and the coin says whether
  // right behind its access or right before it: what another thread reads again and again goes
  // wrong as soon as it is freed, whichever of these reads was first; it matters whether the block
  // is there for the rest of them. REQUIRES of whoever makes the accesses happen: a thread stops
  // right behind the access that was tried. `passes`: so many times before that, one of the two
  // goes on and comes again, always the same: of accesses in a loop the last ones may be what
  // matters.
  enum class Afterwards {
    held,
    held_or_free,
    forgotten,
    both_go_on,
    one_waits,
    other_waits,
    one_is_late,
    other_is_late
  };

  // `base` proposes who runs, and throws the coins. It and the observer must outlive this. The
  // patience should be more steps than an execution takes that nobody directs.
  Directed(Heap& heap, Strategy& base, std::span<const StatementPair> pairs, HitObserver& observer,
           std::uint64_t patience = UINT64_MAX, Afterwards afterwards = Afterwards::held,
           std::uint32_t passes = 0);

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override;

 private:
  struct Held {
    std::uint64_t since = 0;  // the step at which it was first to run
    std::uint64_t naps = 0;   // that there had been by then
    bool let_go = false;      // by a monitor: it is not postponed any more and passes line 6 once
  };

  // A choice as Algorithm 1 makes it: an index of moment.enabled.
  std::size_t decide(const Moment& moment);
  // The same for a thread that line 5 has picked; kNobody if it is held back instead.
  std::size_t consider(const Moment& moment, std::size_t picked);
  std::size_t resolve(const Moment& moment, std::size_t picked);
  bool is_trial() const { return afterwards_ >= Afterwards::both_go_on; }
  // Of R only one stays, of a wanted pair with `picked`. False if there is none.
  bool find_opponent(const Moment& moment, std::size_t picked);
  std::size_t pass(const Moment& moment, std::size_t picked);
  std::size_t try_order(const Moment& moment, std::size_t picked);
  // Line 16, for the next of R; kNobody if all have executed.
  std::size_t next_of_racing(const Moment& moment);
  std::size_t free_one(const Moment& moment);
  void free_starving(const Moment& moment);
  void free_those_held_in_vain(const Moment& moment);
  // All others sleep. Whether somebody is let go because of that.
  bool free_those_slept_for(const Moment& moment);
  void hold(const Moment& moment, std::size_t picked);
  // Algorithm 2.
  void find_racing(const Moment& moment, std::size_t picked);
  // Whether any of them was of a wanted pair.
  bool tell(const Moment& moment, std::size_t picked, bool waiting_goes_first);
  // Those that have just met; whoever is held for nothing else goes on.
  void forget_met(const Moment& moment, std::size_t picked);
  void find_race_set();

  bool is_postponed(ThreadId thread) const;

  static constexpr std::size_t kNobody = ~std::size_t{0};

  Strategy& base_;
  HitObserver& observer_;
  Vector<StatementPair> pairs_;
  BitSet race_set_;
  HashMap<ThreadId, Held> held_;
  std::uint64_t waiting_steps_ = 0;  // in a row, until now
  std::uint64_t naps_ = 0;           // how many times all others slept
  std::uint64_t patience_;
  std::uint64_t starvation_ = kStarvation;
  const Afterwards afterwards_;
  bool has_hit_ = false;
  bool all_free_ = false;
  std::optional<ThreadId> waits_;  // after a trial
  std::uint32_t passes_left_;
  std::optional<ThreadId> passing_;  // once one has been let pass
  std::optional<ThreadId> freed_last_;
  bool frees_the_same_ = false;
  // R: whom of it line 16 has not executed yet, the next one last.
  Vector<ThreadId> racing_;
  FreeCandidates free_;  // line 5's Enabled(s) \ postponed
};

}  // namespace steward
