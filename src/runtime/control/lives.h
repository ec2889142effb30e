// The lives of threads, as the analysis and the tool are told of them.
#pragma once

#include <cstdint>
#include <pthread.h>

#include "runtime/state/thread.h"

namespace steward {

class Runtime;

void begin_main_thread(Runtime& runtime);
// A thread that `creator` is about to make, called from `counter`.
ThreadState& fork_thread(Runtime& runtime, ThreadState& creator, std::uint64_t counter);
// The calling thread is the one that was forked: from here on its events count.
void begin_thread(Runtime& runtime, ThreadState& t);
// A thread that was never made after all.
void discard_thread(Runtime& runtime, ThreadState& t);
// A thread that does nothing any more ends by t's hand, without being joined: t comes after it only
// if it did before.
void retire_thread(Runtime& runtime, ThreadState& t, ThreadState& retired);
// The same, and t is known to come after it, as if it had been joined.
void join_retired_thread(Runtime& runtime, ThreadState& t, ThreadState& retired);
// The calling thread has ended: nothing of it counts any more.
void end_thread(Runtime& runtime, ThreadState& t);
// `handle` has ended and was joined by t.
void join_thread(Runtime& runtime, ThreadState& t, pthread_t handle, ThreadId joined);
// A thread that ends while it still wants something of it to be ignored: whoever forgot to end that
// has missed all races since.
void tell_ignores(Runtime& runtime, const ThreadState& t);
// The program ends: who should have been joined?
void tell_leaked_threads(Runtime& runtime);
// A thread whose beginning was not seen: made before the runtime woke up, or behind its back. It is
// ordered after nothing.
ThreadState* adopt_thread(Runtime& runtime);

}  // namespace steward
