// The one frame of the runtime that acts when an exception of the program passes it.
//
// Whoever unwinds asks a function of the compiler's library what is to be done in a frame. Only the copy
// of it that belongs to the unwinder will do, so it is not linked into this library but found in the
// program; one without it has no exceptions.
asm(".weak __gcc_personality_v0");

struct Ending {
  void (*then)(void*);
  void* argument;
};
static void end(struct Ending* ending) { ending->then(ending->argument); }

void steward_perform_then(void (*routine)(void), void (*then)(void*), void* argument);

void steward_perform_then(void (*routine)(void), void (*then)(void*), void* argument) {
  struct Ending ending __attribute__((cleanup(end))) = {then, argument};
  routine();
}
