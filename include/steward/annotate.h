/* Tells Steward how objects change hands in your program, where that cannot be seen from outside.
 *
 * Take a list of unused objects, guarded by a lock. Who takes one from the list owns it and uses it
 * without a lock, until it is put back. Nothing races, but it is not the lock that keeps two owners
 * apart: in another schedule it would be taken in another order. `steward predict` therefore
 * reports the two, unless it is told that the object is handed on:
 *
 *   void give(struct item* one) {          struct item* take(void) {
 *     lock(&guard);                          lock(&guard);
 *     one->next = unused;                    struct item* one = unused;
 *     steward_send(one);                     steward_receive(one);
 *     unused = one;                          unused = one->next;
 *     unlock(&guard);                        unlock(&guard);
 *   }                                        return one;
 *                                          }
 *
 * To be said after the last use by who gives it away, and before the first by who gets it.
 *
 * C and C++. Nothing has to be linked, and without Steward a call costs a test of a pointer. */
#ifndef STEWARD_ANNOTATE_H
#define STEWARD_ANNOTATE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Steward's runtime has these; a program that runs without it has not. */
extern void __steward_send(const volatile void* object) __attribute__((weak));
extern void __steward_receive(const volatile void* object) __attribute__((weak));

/* What this thread has done so far is known to whoever receives from `object` from now on. Any
 * address can be one; several sends to the same add up, until its memory is freed. */
__attribute__((unused)) static inline void steward_send(const volatile void* object) {
  if (__steward_send) __steward_send(object);
}

/* This thread knows what others had done when they sent to `object`. */
__attribute__((unused)) static inline void steward_receive(const volatile void* object) {
  if (__steward_receive) __steward_receive(object);
}

#ifdef __cplusplus
}
#endif

#endif
