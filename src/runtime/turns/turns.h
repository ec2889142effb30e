// In a controlled execution one thread is at work at a time, and the others wait for their turn.
// This is what the lives of threads mean for that. Where nobody controls nothing happens.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/state/thread.h"

namespace steward {

// The program has not begun yet, nor has the runtime. Returns in the process that goes on.
void before_activation();

// The first thread of the process, or the only one of a new process: it is at work.
void begin_turns(ThreadState& main);
// The calling thread is about to make another, and has.
void before_creation(std::uint64_t counter);
void after_creation(std::uint64_t counter);
// That one will come, or after all it will not.
void expect_thread(ThreadState& made, std::uint64_t counter);
void expect_no_more(ThreadState& made);
// Called by it: returns when it may go to work.
void await_first_turn(ThreadState& t);
// A thread that nobody has made before our eyes.
void join_turns(ThreadState& adopted);
// The calling thread has done all it has to do; `t` may be gone.
void end_turns(ThreadId t);

// The calling thread is another one of the program from here on: that one has its turns.
void pass_turns_on(ThreadState& from, ThreadState& to);

// A handler of the program is about to run in the calling thread, and has run. Whoever was away in
// a call of the system has a turn for as long; then true.
bool interrupt_call(ThreadState& t);
void resume_call(ThreadState& t);

// Returns when the word may have another value than that: others change it.
void await_change(std::atomic<std::uint32_t>& word, std::uint32_t value);

// The thread has read what was put into memory for it alone: what was there before is put back.
void settle_memory(ThreadState& t);
// The program gets this memory, with nothing of its own in it yet. Where somebody may read what was
// there before it is all zero.
void clean_block(void* block, std::size_t size);

// What the front is to call instead of libc's function of that name, if anything.
void* stand_in_for(const char* name);

}  // namespace steward
