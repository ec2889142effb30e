// What the threads of the program know: the analysis does.
#pragma once

#include "base/function_ref.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"

namespace steward {

class ThreadClocks {
 public:
  // Whether that holds of each thread that can still read.
  virtual bool all_of(FunctionRef<bool(const VectorClock&)> holds) = 0;
  virtual ThreadId thread_at(Epoch epoch) = 0;

 protected:
  ~ThreadClocks() = default;
};

}  // namespace steward
