/* For programs that are run-time systems: with an allocator or a collector of their own, with
 * threads, fibers or coroutines that they schedule themselves, with their own locks, or with a
 * program that they interpret.
 *
 * A race detector sees memory, threads and locks of the machine. A run-time system makes other ones
 * of them: objects that move and whose memory is used again, threads that take turns on a few of
 * the system's, locks made of atomic words, accesses of its own to what belongs to its program. So
 * a detector that is not told reports races that the program has not, and misses those it has. This
 * header is for telling it. Five things are to be told; who has one of them tells that one alone.
 *
 *   what is the program's              untracked and tracked regions     section 1
 *   what orders the program's threads  acquire, release; locks; clocks   section 2
 *   when memory is used again          clear; blocks                     section 3
 *   when an object moves               move, copy                        section 3
 *   which thread of the program runs   threads                           section 4
 *
 * docs/run-time-systems.md says what to call where, for arenas, pools, moving collectors, fibers,
 * coroutines, work-stealing schedulers, locks and interpreters, each with an example.
 *
 * Terms. A carrier is a thread of the operating system. A thread, here, is one of the program that
 * the run-time system runs (a fiber, a green thread, a coroutine), and it is a carrier's business
 * which one that is at a moment. A carrier begins as a thread of its own: who does not schedule
 * threads can take both words for the same.
 *
 * Cost. Nothing has to be linked: the names below are weak, Steward's runtime brings them along. In
 * a program that runs without it each call is a test of a pointer. It must be built with
 * -fsanitize=thread, or by `steward cc`, so that its accesses are seen at all; code that is not
 * instrumented is untracked by nature. And its code must be position-independent, as it is by
 * default (-fPIE, -fPIC): otherwise the linker settles that nobody has the names.
 *
 * Thread safety. Every thread may call everything at every moment, also from a handler of a signal,
 * unless it is said below who has to keep whom away. What a call says is said of the moment of the
 * call.
 *
 * All commands of Steward listen. In a trace (`steward record`) stands everything, also what
 * happened in untracked regions, and that it did there.
 *
 * C (C99) and C++ (C++11). */
#ifndef STEWARD_LARD_H
#define STEWARD_LARD_H

#include <stddef.h>
#include <stdint.h>

/* Grows when functions are added. What is there keeps its name and its meaning: a program can be
 * built with a header that is older or newer than the runtime. A function that the runtime has not
 * does nothing. */
#define STEWARD_LARD_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* What a region leaves out. */
enum steward_what {
  STEWARD_ACCESSES = 1,        /* to memory; atomic ones too, with all that they order */
  STEWARD_SYNCHRONIZATION = 2, /* locks, conditions, semaphores, fences, pipes, threads made and
                                  joined; not atomic operations, which are accesses */
  STEWARD_ALL = 3
};

/* A thread of the program. A number, as good as any pointer; null is none. */
typedef struct steward_thread steward_thread;

/* What a thread knew at one moment. 0: nothing. */
typedef uintptr_t steward_clock;

/* Steward's runtime has these; a program that runs without it has not. To be called by the
 * functions below only. */
#define STEWARD_WEAK __attribute__((weak))
extern int __steward_lard_version(void) STEWARD_WEAK;
extern void __steward_untracked_begin(int) STEWARD_WEAK;
extern void __steward_untracked_end(int) STEWARD_WEAK;
extern uint64_t __steward_tracked_begin(int) STEWARD_WEAK;
extern void __steward_tracked_end(uint64_t) STEWARD_WEAK;
extern void __steward_read(const volatile void*, size_t, const void*) STEWARD_WEAK;
extern void __steward_write(const volatile void*, size_t, const void*) STEWARD_WEAK;
extern void __steward_acquire(const volatile void*) STEWARD_WEAK;
extern void __steward_release_store(const volatile void*) STEWARD_WEAK;
extern void __steward_release_merge(const volatile void*) STEWARD_WEAK;
extern steward_clock __steward_clock_capture(steward_clock) STEWARD_WEAK;
extern void __steward_clock_join(steward_clock) STEWARD_WEAK;
extern void __steward_clock_destroy(steward_clock) STEWARD_WEAK;
extern void __steward_lock_acquired(const volatile void*, int) STEWARD_WEAK;
extern void __steward_lock_releasing(const volatile void*, int) STEWARD_WEAK;
extern void __steward_clear(const volatile void*, size_t) STEWARD_WEAK;
extern void __steward_copy(const volatile void*, const volatile void*, size_t) STEWARD_WEAK;
extern void __steward_move(const volatile void*, const volatile void*, size_t) STEWARD_WEAK;
extern void __steward_block_allocated(const volatile void*, size_t) STEWARD_WEAK;
extern void __steward_block_freeing(const volatile void*, size_t) STEWARD_WEAK;
extern steward_thread* __steward_thread_create(const char*) STEWARD_WEAK;
extern steward_thread* __steward_thread_current(void) STEWARD_WEAK;
extern void __steward_thread_switch(steward_thread*) STEWARD_WEAK;
extern void __steward_thread_join(steward_thread*) STEWARD_WEAK;
extern void __steward_thread_destroy(steward_thread*) STEWARD_WEAK;
#undef STEWARD_WEAK

#define STEWARD_LARD static inline __attribute__((unused, always_inline))
/* Defined before this header: the calls are not there, as where even a test is too much. */
#ifdef STEWARD_LARD_OFF
#define STEWARD_HEARS(function) 0
#else
#define STEWARD_HEARS(function) ((function) != NULL)
#endif

/* The version that the runtime has; 0: none listens. */
STEWARD_LARD int steward_lard_version(void) {
  return STEWARD_HEARS(__steward_lard_version) ? __steward_lard_version() : 0;
}

/* --- 1. What is the program's ------------------------------------------------------------------
 *
 * In an untracked region what the thread does is the run-time system's own business: it is compared
 * with nothing, remembered nowhere, and orders nothing. Without such regions a collector that looks
 * at objects which the program is using races with it, and the barrier at which all threads wait
 * for the collector orders accesses of the program that nothing in the program does.
 *
 * Regions nest, and one of accesses and one of synchronization are counted apart: what was begun so
 * often must be ended so often, in any order; an end without a beginning changes nothing. They
 * belong to the thread of the program and travel with it from carrier to carrier. A thread may end
 * in one: that of a collector begins with one and never leaves it.
 *
 * What is said through this header counts in every region: a run-time system says most of it from
 * inside of them. */

/* `what`: of enum steward_what. */
STEWARD_LARD void steward_untracked_begin(int what) {
  if (STEWARD_HEARS(__steward_untracked_begin)) __steward_untracked_begin(what);
}
STEWARD_LARD void steward_untracked_end(int what) {
  if (STEWARD_HEARS(__steward_untracked_end)) __steward_untracked_end(what);
}

/* The run-time system calls the program: a finalizer, a comparison, a handler. Until the matching
 * end the calling thread is as outside of all regions (of `what`), however many there are; regions
 * that begin meanwhile also end meanwhile. What it returns is to be given to the end, by the same
 * thread. */
STEWARD_LARD uint64_t steward_tracked_begin(int what) {
  return STEWARD_HEARS(__steward_tracked_begin) ? __steward_tracked_begin(what) : 0;
}
STEWARD_LARD void steward_tracked_end(uint64_t outside) {
  if (STEWARD_HEARS(__steward_tracked_end)) __steward_tracked_end(outside);
}

/* One access of the program that the run-time system makes for it: by an interpreter, by code that
 * was compiled at run time, or in one go for a field of some size. To be said right before it is
 * made. `place` is shown as where it was made: an address of code, any other one that the run-time
 * system can tell its users the meaning of, or null for the place of the call. A value that an
 * interpreter gives to each instruction of its program lets reports tell these apart. */
STEWARD_LARD void steward_read(const volatile void* address, size_t size, const void* place) {
  if (STEWARD_HEARS(__steward_read)) __steward_read(address, size, place);
}
STEWARD_LARD void steward_write(const volatile void* address, size_t size, const void* place) {
  if (STEWARD_HEARS(__steward_write)) __steward_write(address, size, place);
}

/* --- 2. What orders the program's threads ------------------------------------------------------
 *
 * Where a run-time system makes synchronization for its program (a monitor, a volatile field, a
 * channel, the start of a thread) out of parts that are untracked, or that no detector understands,
 * it says here what it means.
 *
 * On an object. Any address can be one. It passes on what was released to it; it is forgotten when
 * its memory is cleared, freed or used again, and goes along when it is moved. The two releases
 * differ in what whoever acquires later is ordered after: */

/* This thread comes after those whose releases the object passes on. Say it after the operation by
 * which the thread got the right to go on. */
STEWARD_LARD void steward_acquire(const volatile void* object) {
  if (STEWARD_HEARS(__steward_acquire)) __steward_acquire(object);
}
/* From now on the object passes on what this thread has done so far, and nothing else: as a plain
 * store of a new value takes the place of the old one. Say it before the operation that lets others
 * go on. */
STEWARD_LARD void steward_release_store(const volatile void* object) {
  if (STEWARD_HEARS(__steward_release_store)) __steward_release_store(object);
}
/* From now on the object passes on what this thread has done so far, too: as a counter, a barrier
 * or a channel collects what many have done. Say it before the operation that lets others go on. */
STEWARD_LARD void steward_release_merge(const volatile void* object) {
  if (STEWARD_HEARS(__steward_release_merge)) __steward_release_merge(object);
}

/* As a clock. Where a value and what it passes on must change in one step (a volatile field whose
 * readers come after exactly the writes that they may have seen), the run-time system keeps both
 * side by side: in one double word, or under one lock.
 *
 * What this thread has done so far, and also what `onto` holds; 0 for nothing else. `onto` stays as
 * it is. Each capture begins a new time for the thread: what it does later is not in it. It takes
 * memory until it is destroyed. */
STEWARD_LARD steward_clock steward_clock_capture(steward_clock onto) {
  return STEWARD_HEARS(__steward_clock_capture) ? __steward_clock_capture(onto) : 0;
}
/* This thread comes after all that is in the clock. */
STEWARD_LARD void steward_clock_join(steward_clock clock) {
  if (STEWARD_HEARS(__steward_clock_join) && clock != 0) __steward_clock_join(clock);
}
/* Nobody uses this clock any more: REQUIRES that it is so, also that nobody is about to. */
STEWARD_LARD void steward_clock_destroy(steward_clock clock) {
  if (STEWARD_HEARS(__steward_clock_destroy) && clock != 0) __steward_clock_destroy(clock);
}

/* As a lock, at any address. Orders as a release and an acquire would, and says more: that two
 * threads cannot be there at once. `steward predict` asks for it, since to it what a lock orders by
 * chance is no order; reports name the locks that were held. `shared`: for reading, beside others.
 * A thread that takes once more what it has says so each time, or not at all. A wait on a monitor
 * gives it up and takes it again. Locks move and are cleared with their memory.
 *
 * Say the one when the lock is held, the other while it still is. */
STEWARD_LARD void steward_lock_acquired(const volatile void* lock, int shared) {
  if (STEWARD_HEARS(__steward_lock_acquired)) __steward_lock_acquired(lock, shared);
}
STEWARD_LARD void steward_lock_releasing(const volatile void* lock, int shared) {
  if (STEWARD_HEARS(__steward_lock_releasing)) __steward_lock_releasing(lock, shared);
}

/* --- 3. Memory ---------------------------------------------------------------------------------
 *
 * Any size and alignment. None of these is an access, except
 * steward_block_freeing(). Said of memory without a history they change nothing, so they may be
 * said to be on the safe side, of memory that the program perhaps never touched.
 *
 * The run-time system sees to it that no thread of the program uses the memory meanwhile, as it
 * does for the memory itself. */

/* The object that was here is gone, nobody can reach it: what will be here is another one. All that
 * was known of the bytes is forgotten: accesses, what atomic stores passed on, locks, and objects
 * of section 2. Say it when a collector reclaims an object, an arena begins anew, or, at the
 * latest, before the memory is given to the next owner. */
STEWARD_LARD void steward_clear(const volatile void* begin, size_t size) {
  if (STEWARD_HEARS(__steward_clear)) __steward_clear(begin, size);
}
/* The bytes at `from` are to be known at `to`, too, in place of what was known there, as memmove()
 * copies bytes; the ranges may overlap. At `from` all stays as it is. Say it when the object has
 * been copied, before the program can use it there. */
STEWARD_LARD void steward_copy(const volatile void* to, const volatile void* from, size_t size) {
  if (STEWARD_HEARS(__steward_copy)) __steward_copy(to, from, size);
}
/* The object at `from` is at `to` now: a copy, then where it is not any more is cleared. Locks,
 * blocks and objects of section 2 go along. */
STEWARD_LARD void steward_move(const volatile void* to, const volatile void* from, size_t size) {
  if (STEWARD_HEARS(__steward_move)) __steward_move(to, from, size);
}

/* For allocators of programs that free memory by themselves, as malloc() and free() are for
 * Steward:
 *
 * the bytes are given to the program, as a block: cleared, and named in reports by who allocated
 * them, and where. */
STEWARD_LARD void steward_block_allocated(const volatile void* begin, size_t size) {
  if (STEWARD_HEARS(__steward_block_allocated)) __steward_block_allocated(begin, size);
}
/* The program gives the block back, and should not be using it any more. That is checked: it is a
 * write of the whole block by this thread, so it races with uses that nothing orders before it. It
 * is remembered until the bytes are allocated or cleared: a use after it races, too. Say it before
 * anybody else can get the memory. */
STEWARD_LARD void steward_block_freeing(const volatile void* begin, size_t size) {
  if (STEWARD_HEARS(__steward_block_freeing)) __steward_block_freeing(begin, size);
}

/* --- 4. Threads of the program -----------------------------------------------------------------
 *
 * Each thread that the run-time system schedules gets a number of its own here, and each carrier
 * says whom it carries. Then two threads that ran on one carrier can race with each other, and one
 * that went from carrier to carrier cannot race with itself. A switch orders nothing: if the
 * program's threads are ordered by it (one that resumes a generator waits for what it yields), say
 * so by section 2. (That is what makes it different from __tsan_switch_to_fiber() with flag 0.) */

/* A thread of the program that begins its life ordered after what the calling thread has done so
 * far: to be said last, when all that it will find has been put there. It does not run yet. `name`,
 * for reports, is copied; null for none. */
STEWARD_LARD steward_thread* steward_thread_create(const char* name) {
  return STEWARD_HEARS(__steward_thread_create) ? __steward_thread_create(name) : NULL;
}
/* Whom the calling carrier carries: before the first switch, itself. */
STEWARD_LARD steward_thread* steward_thread_current(void) {
  return STEWARD_HEARS(__steward_thread_current) ? __steward_thread_current() : NULL;
}
/* From here on the calling carrier carries `thread` (null: as if it had not been called). Say it
 * right before the stack is exchanged, in the function that does it, or right before a coroutine is
 * resumed or a task is called, and once more when it has come back: what is deeper on the carrier's
 * stack than such a call is nobody's from then on. A carrier that ends carries itself again by
 * then. REQUIRES that no other carrier carries `thread`. */
STEWARD_LARD void steward_thread_switch(steward_thread* thread) {
  if (STEWARD_HEARS(__steward_thread_switch) && thread != NULL) __steward_thread_switch(thread);
}
/* The calling thread has learnt that `thread` is at its end, as by pthread_join(): it is ordered
 * after all that the other did. It is destroyed as well. REQUIRES that nobody carries it. */
STEWARD_LARD void steward_thread_join(steward_thread* thread) {
  if (STEWARD_HEARS(__steward_thread_join) && thread != NULL) __steward_thread_join(thread);
}
/* `thread` does nothing any more; nobody is ordered after it. REQUIRES that nobody carries it. */
STEWARD_LARD void steward_thread_destroy(steward_thread* thread) {
  if (STEWARD_HEARS(__steward_thread_destroy) && thread != NULL) __steward_thread_destroy(thread);
}

#undef STEWARD_LARD
#undef STEWARD_HEARS

#ifdef __cplusplus
}

/* The same for blocks of C++, which end by return, exception or jump to their end. */
namespace steward {
namespace lard {

/* {
 *   steward::lard::untracked_region here;  // the collector at work
 *   ...
 * } */
class untracked_region {
 public:
  explicit untracked_region(int what = STEWARD_ALL) : what_(what) {
    steward_untracked_begin(what_);
  }
  ~untracked_region() { steward_untracked_end(what_); }
  untracked_region(const untracked_region&) = delete;
  untracked_region& operator=(const untracked_region&) = delete;

 private:
  const int what_;
};

/* Inside of one: a call of the program. */
class tracked_region {
 public:
  explicit tracked_region(int what = STEWARD_ALL) : outside_(steward_tracked_begin(what)) {}
  ~tracked_region() { steward_tracked_end(outside_); }
  tracked_region(const tracked_region&) = delete;
  tracked_region& operator=(const tracked_region&) = delete;

 private:
  const uint64_t outside_;
};

/* The carrier carries `one` while this lives, and then again whom it carried before:
 *
 *   {
 *     steward::lard::carrying now(task.thread);
 *     task.coroutine.resume();
 *   } */
class carrying {
/* A switch is to be said in the function that it is for. */
#define STEWARD_HERE __attribute__((always_inline))
 public:
  STEWARD_HERE explicit carrying(steward_thread* one) {
    before(steward_thread_current());
    steward_thread_switch(one);
  }
  STEWARD_HERE ~carrying() { steward_thread_switch(before()); }
  carrying(const carrying&) = delete;
  carrying& operator=(const carrying&) = delete;

 private:
  /* Written by one thread of the program and read by the next: that is no matter of theirs. */
  void before(steward_thread* thread) {
    steward_untracked_begin(STEWARD_ACCESSES);
    before_ = thread;
    steward_untracked_end(STEWARD_ACCESSES);
  }
  steward_thread* before() const {
    steward_untracked_begin(STEWARD_ACCESSES);
    steward_thread* const thread = before_;
    steward_untracked_end(STEWARD_ACCESSES);
    return thread;
  }

  steward_thread* before_;
#undef STEWARD_HERE
};

} /* namespace lard */
} /* namespace steward */
#endif

#endif
