/* What Steward's runtime and a program that was built with `--guard` say to each other. For
 * programs there is <steward/data_race.h>. */
#ifndef STEWARD_RACE_RECORD_H
#define STEWARD_RACE_RECORD_H

#ifdef __cplusplus
#include <cstddef>
#else
#include <stddef.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct steward_access {
  const void* address;
  size_t size;
  unsigned thread; /* as reports number them */
  unsigned char writes;
  unsigned char atomic;
  unsigned char frees;
  /* For __steward_guard_stack. */
  unsigned calls;
  unsigned long long counter;
};

struct steward_race {
  struct steward_access earlier;
  struct steward_access refused;
};

/* What becomes of a refused access. */
enum steward_way { steward_way_throw = 1, steward_way_end_thread = 2, steward_way_abort = 3 };
/* And why that. */
enum steward_why {
  steward_why_policy = 0,
  steward_why_not_caught = 1,    /* nobody catches it */
  steward_why_noexcept = 2,      /* the function may not throw */
  steward_why_noexcept_way = 3,  /* one on the way to who would catch it may not */
  steward_why_no_exceptions = 4, /* nobody in the program can throw */
  steward_why_no_check = 5,      /* nobody has asked before: a function did it */
  steward_why_signal = 6,        /* in the handler of a signal */
  steward_why_atomic = 7         /* atomic operations are made at once */
};

/* What a program brings along: for C++, how it throws, and how it begins a thread. */
struct steward_guard_module {
  void (*refuse)(void);
  void* (*run)(void* (*routine)(void*), void* argument);
};

#ifndef STEWARD_RUNTIME /* which has these */
#define STEWARD_RUNTIME extern __attribute__((weak))
#endif

/* To be called before an access: not 0 if it would race and must not be made. */
STEWARD_RUNTIME int __steward_guard_read1(const void*);
STEWARD_RUNTIME int __steward_guard_read2(const void*);
STEWARD_RUNTIME int __steward_guard_read4(const void*);
STEWARD_RUNTIME int __steward_guard_read8(const void*);
STEWARD_RUNTIME int __steward_guard_read16(const void*);
STEWARD_RUNTIME int __steward_guard_read_range(const void*, size_t);
STEWARD_RUNTIME int __steward_guard_write1(const void*);
STEWARD_RUNTIME int __steward_guard_write2(const void*);
STEWARD_RUNTIME int __steward_guard_write4(const void*);
STEWARD_RUNTIME int __steward_guard_write8(const void*);
STEWARD_RUNTIME int __steward_guard_write16(const void*);
STEWARD_RUNTIME int __steward_guard_write_range(const void*, size_t);
/* Of the pointer to an object's virtual functions: what it is going to be. */
STEWARD_RUNTIME int __steward_guard_write_vptr(const void*, const void*);

/* A module that was built so is there. */
STEWARD_RUNTIME void __steward_guard_begin(void);
/* So many accesses in it are not checked, because annotations are trusted. */
STEWARD_RUNTIME void __steward_guard_trusts(unsigned long long accesses);
/* One that can throw; the last that was said. */
STEWARD_RUNTIME void __steward_guard_set_module(const struct steward_guard_module*);
STEWARD_RUNTIME const struct steward_guard_module* __steward_guard_module(void);

/* What this thread has just been refused, and what is to become of it: a steward_way. */
STEWARD_RUNTIME int __steward_guard_refused(struct steward_race*);
/* That is what becomes of it. Does not return from steward_way_abort. */
STEWARD_RUNTIME void __steward_guard_tell(int way, int why);
/* Where that access was made: return addresses, the innermost first; how many. */
STEWARD_RUNTIME size_t __steward_guard_stack(const struct steward_access*, void** counters,
                                             size_t room);
/* The program's, to be called with what is going to be thrown. Returns the one before. */
typedef void (*steward_guard_handler)(void); /* see race_handler */
STEWARD_RUNTIME steward_guard_handler __steward_guard_set_handler(steward_guard_handler);
STEWARD_RUNTIME steward_guard_handler __steward_guard_handler(void);

#undef STEWARD_RUNTIME

#ifdef __cplusplus
}
#endif

#endif
