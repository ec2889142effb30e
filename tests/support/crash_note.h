// Says on which trace words a crash happened.
#pragma once

#include "support/random_trace.h"

namespace steward {

// While it lives, a fatal signal (a failed check aborts) first writes the words last noted to
// stderr, as STEWARD_WORDS=..., and then takes its usual course. One at a time.
class CrashNote {
 public:
  CrashNote();
  ~CrashNote();
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;

  // `words` must live until the next note or the end of this object.
  void note(const TraceWords& words);
};

}  // namespace steward
