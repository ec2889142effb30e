// All threads go as they like.
#include "runtime/platform/raw.h"
#include "runtime/turns/turns.h"

namespace steward {

void before_activation() {}
void begin_turns(ThreadState&) {}
void before_creation(std::uint64_t) {}
void after_creation(std::uint64_t) {}
void expect_thread(ThreadState&, std::uint64_t) {}
void expect_no_more(ThreadState&) {}
void await_first_turn(ThreadState&) {}
void join_turns(ThreadState&) {}
void end_turns(ThreadId) {}
void pass_turns_on(ThreadState&, ThreadState&) {}
bool interrupt_call(ThreadState&) { return false; }
void resume_call(ThreadState&) {}
void await_change(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  raw::wait(word, value, 1000);
}
void settle_memory(ThreadState&) {}
void clean_block(void*, std::size_t) {}

void* stand_in_for(const char*) { return nullptr; }

}  // namespace steward
