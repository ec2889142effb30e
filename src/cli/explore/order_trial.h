// Whether it matters who goes first at a race. Two threads are held at the two accesses; a coin
// says who makes its access first, and the other one follows at once. So all executions with one
// coin are like all with the other, but for the order of these two: if far more of them fail, that
// order is why. Nothing else that races in the program can look like it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cli/explore/confirmation.h"
#include "cli/explore/controlled_run.h"
#include "report/rate.h"
#include "report/report.h"

namespace steward::cli {

class OrderTrial {
 public:
  // Of the two: see is_the_one() of sched/hit.h.
  enum Order : std::size_t { one_first, other_first };

  // A failure that one order brings about.
  struct Proof {
    report::Failure failure = report::Failure::crash;
    Order order = one_first;
    channel::Trial trial = channel::Trial::none;
    report::Rate so, otherwise;  // failing runs with that order, and with the other one
    KeptRun kept;                // the first of them
    std::string first;           // the thread that went first in it
  };

  // A run of the trial that its wish names. `is_here`: whether a race is the one that is tried.
  void add(const ControlledWish& wish, const ControlledRun& run, const store::Usual& usual,
           const std::function<bool(const report::Race&)>& is_here);

  // Of each way to fail the clearest.
  std::vector<Proof> proofs() const;
  bool has_failures() const { return has_failures_; }
  std::uint64_t runs() const { return runs_; }
  // In which both were held there.
  std::uint64_t hits() const { return hits_; }

 private:
  struct Failed {
    std::array<std::uint64_t, 2> by_order = {};
    std::array<std::optional<KeptRun>, 2> kept;
    std::array<std::string, 2> first;
  };
  // Runs that may be compared: who waited afterwards, how often the two had met before, and what
  // they were about to do.
  struct Group {
    std::array<std::uint64_t, 2> by_order = {};
    std::map<report::Failure, Failed> failed;
  };
  // And whether they were held at the bytes of the race only; whether both were writes.
  using Key = std::tuple<channel::Trial, std::uint32_t, std::uint64_t, bool>;

  std::map<Key, Group> groups_;
  std::uint64_t runs_ = 0, hits_ = 0;
  bool has_failures_ = false;
};

}  // namespace steward::cli
