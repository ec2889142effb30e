// The one part of the runtime that acts when its frames are left behind by the end of a thread.
//
// By libc's cleanup handlers in their form for plain C, which libc itself jumps to: frames that are
// unwound by the compiler's means would need that compiler's library here, and the very copy of it
// that unwinds the program.
#include <pthread.h>

int steward_call_then(int (*call)(void*), void (*then)(void*), void* argument);

int steward_call_then(int (*call)(void*), void (*then)(void*), void* argument) {
  int result;
  pthread_cleanup_push(then, argument);
  result = call(argument);
  pthread_cleanup_pop(1);
  return result;
}
