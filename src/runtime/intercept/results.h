// Functions of libc that put results into the program's memory: once they have succeeded, that
// memory was written, and what they were asked about was read.
#pragma once

#include "runtime/intercept/memory_family.h"

// STEWARD_RESULT(time_t, mktime, (tm * t), (t), result != -1, wrote(t)): the function with its
// parameters and arguments, when it has succeeded, and what is to be told then.
#define STEWARD_RESULT(type, name, parameters, arguments, succeeded, ...) \
  STEWARD_FAMILY(type, name, parameters) {                                \
    type const result = real_##name arguments;                            \
    if (succeeded) STEWARD_TOUCH.__VA_ARGS__;                             \
    return result;                                                        \
  }
