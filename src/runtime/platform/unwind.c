// The one part of the runtime that acts while its frames are unwound. A cancelled thread that waits
// for a condition, for example, holds the mutex again while its cleanup handlers run.

int steward_call_then(int (*call)(void*), void (*then)(void*), void* argument);

struct Ending {
  void (*then)(void*);
  void* argument;
};

static void end(struct Ending* ending) { ending->then(ending->argument); }

int steward_call_then(int (*call)(void*), void (*then)(void*), void* argument) {
  __attribute__((cleanup(end))) struct Ending ending = {then, argument};
  return call(argument);
}
