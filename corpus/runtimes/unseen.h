// An order of steps that no detector sees, so that the examples do the same in every run: as if it
// came from code that was not compiled with -fsanitize=thread, or from chance.
#pragma once

#include <sched.h>

inline volatile int unseen_step = 0;

__attribute__((noinline, no_sanitize("thread"))) inline void await_step(int step) {
  while (unseen_step < step) sched_yield();
}
__attribute__((noinline, no_sanitize("thread"))) inline void end_step(int step) {
  unseen_step = step;
}
