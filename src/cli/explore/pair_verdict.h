// What all executions for a pair come to: whether its race is real, and which failures it explains.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/explore/confirmation.h"
#include "cli/explore/order_trial.h"
#include "report/report.h"

namespace steward::cli {

struct PairVerdict {
  Confirmation directed;  // or as the user wants
  OrderTrial trial = {};
  // Failures of directed runs that need the direction, and in whose execution nothing else raced.
  std::set<report::Failure> alone = {};

  // A failure that is due to the race, with an execution that shows it.
  struct Evidence {
    report::Failure failure;
    const KeptRun* kept;
    std::string first;                       // the thread that went first in it
    std::optional<OrderTrial::Proof> proof;  // if it is the order that decides
  };
  template <class Take>
  void for_each_evidence(Take&& take) const {
    std::set<report::Failure> told;
    for (const OrderTrial::Proof& proof : trial.proofs()) {
      told.insert(proof.failure);
      take(Evidence{proof.failure, &proof.kept, proof.first, proof});
    }
    for (const Endings& ending : directed.endings())
      if ((alone.contains(ending.failure) || is_double_free(ending)) &&
          told.insert(ending.failure).second)
        take(Evidence{ending.failure, &ending.kept, ending.first, std::nullopt});
  }
  // A block that two threads free is freed twice whichever goes first: no order of theirs is right,
  // and nothing else needs to go wrong.
  static bool is_double_free(const Endings& ending) {
    return ending.freed_twice &&
           (ending.failure == report::Failure::crash || ending.failure == report::Failure::abort);
  }
  bool is_explained(report::Failure failure) const {
    bool found = false;
    for_each_evidence([&](const Evidence& evidence) { found |= evidence.failure == failure; });
    return found;
  }
  report::Verdict verdict() const {
    bool harms = false;
    for_each_evidence([&](const Evidence&) { harms = true; });
    return harms                                              ? report::Verdict::harmful
           : directed.happened().hits > 0 || trial.hits() > 0 ? report::Verdict::real
                                                              : report::Verdict::potential;
  }
};

}  // namespace steward::cli
