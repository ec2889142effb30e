// The analysis of `predict` in detail: locksets and limited happens-before, every pair of places.
#pragma once

#include "core/detect/hybrid.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public Hybrid<Predicting> {
 public:
  explicit Chosen(Runtime& runtime)
      : Hybrid<Predicting>(runtime.heap, HybridOptions{}, runtime.reporter) {}

  // Every access is looked at.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return false; }
};

}  // namespace steward
