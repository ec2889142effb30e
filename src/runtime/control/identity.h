// Threads of the program that it schedules itself: on each of the system's threads, the carriers,
// one after the other. To the analysis they are threads like all others.
#pragma once

#include "runtime/control/events.h"

namespace steward {

// As the program knows it.
inline ThreadState& thread_behind(void* handle) { return *static_cast<ThreadState*>(handle); }

// From here on the calling thread is `to`. Orders nothing. `frame`: of the call by which the
// program says so.
void carry(ThreadState& to, std::uint64_t frame);
#define STEWARD_FRAME reinterpret_cast<std::uint64_t>(__builtin_frame_address(0))

void name_thread(const Scope& scope, const ThreadState& t, const char* name);

}  // namespace steward
