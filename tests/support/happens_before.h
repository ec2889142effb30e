// The two happens-before relations, each written down edge by edge and then closed.
#pragma once

#include <cstdint>
#include <vector>

#include "support/execution.h"
#include "support/order.h"

namespace steward::oracle {

// C++20's happens-before over the synchronization seen:
// - program order of each language thread;
// - unlock to every later lock, except shared to shared;
// - fork to all later events of the child and to its join, all events of the child to its join;
// - send to every later receive of the same message (an object sent to again merges);
// - synchronizes-with of atomics and fences, by the store actually read.
// signal, wait and wake order nothing; seq_cst orders as much as acq_rel.
Order precise_order(const Execution& x);

enum class Channels : std::uint8_t {
  off,
  from_start,  // a lock named by any wait of the trace is a channel in all of it (two passes)
  from_mark,   // from its first wait on; earlier releases send nothing (one pass)
};

struct LimitedOptions {
  bool atomics_as_messages = true;
  Channels channels = Channels::from_start;
  bool hb = true;  // off: nothing but program order, the table's "no-hb"
};

// The hybrid detector's limited happens-before:
// - program order, fork and join, send to receive as above;
// - signal to the wake of every thread that was waiting on the condition at that moment;
// - release to every later acquire of a lock that is a channel, whatever the modes;
// - with atomics as messages: a release store to each acquire load that reads it or its release
//   sequence. Relaxed operations and fences order nothing (a relaxed read-modify-write still
//   carries a release sequence on).
Order limited_order(const Execution& x, const LimitedOptions& options);

// As limited_order, without signals, atomics, and what readers of a channel lock send.
Order firm_order(const Execution& x, const LimitedOptions& options);

// For each event its thread's own entry of the vector clock that computes limited_order: 1 plus
// the number of sends the thread has made before. Sends are send, fork, end, signal, the release
// of a channel lock and, with atomics as messages, a release store. Not counting events have 0.
std::vector<std::uint32_t> own_timestamps(const Execution& x, const LimitedOptions& options);

}  // namespace steward::oracle
