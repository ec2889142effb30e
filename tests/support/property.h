// Properties over random traces: run many, shrink the first that fails, print it so that anybody
// can repeat it.
//
// How many: STEWARD_TRACES, default 10,000 for each property. From which seed: STEWARD_SEED,
// default a fresh one; it is always printed. Two ways to the same traces:
// - below 100,000 RapidCheck generates the words of the traces, growing from small to large, and
//   shrinks a failure;
// - from 100,000 on the words come from random_words(seed), random_words(seed + 1), ..., which is
//   faster by an order of magnitude, with a line of progress after each tenth.
// Either way a greedy pass then makes the failing trace as small as it can, and the failure shows
// it as a script (script.h) together with its words: STEWARD_WORDS=1,2,3 runs that one trace alone.
// A crash or a failed check inside a property prints the words it happened on.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/random_trace.h"

namespace steward {

// Nothing if the property holds for the trace, otherwise what is wrong, in words.
using Verdict = std::optional<std::string>;
using TraceProperty = std::function<Verdict(std::span<const Event>)>;

// Adds a failure to the running test unless `property` holds for all traces. The number of traces
// is shared out evenly among the shapes.
void check_on_random_traces(const std::vector<Shape>& shapes, const TraceProperty& property);

// STEWARD_WORDS is set: statistics over the traces then say nothing.
bool replaying_one_trace();

// A smaller list of words whose trace `fails` too; as small as dropping words and lowering them one
// by one can make it. REQUIRES: fails(words).
TraceWords shrink_words(TraceWords words, const std::function<bool(const TraceWords&)>& fails);

}  // namespace steward
