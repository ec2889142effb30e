// expect: race no_fence_at_the_store
// expect: race no_fence_at_the_load
// expect: race fence_after_the_store
// expect: race fence_before_the_load
// expect: race acquire_fence_at_the_store
// expect: race release_fence_at_the_load
// expect: race fences_alone
// expect: race written_after_the_fence
// expect: race compiler_fences
// A fence makes relaxed stores after it release, and relaxed loads before it acquire. On the wrong
// side, of the wrong kind, or without an atomic between them, fences order nothing.
#include "litmus.h"

// `name` is written by FIRST, published by way of `flag`, and read by SECOND.
#define CASE(name, FIRST, SECOND)        \
  int name;                              \
  struct name##_case {                   \
    static inline std::atomic<int> flag; \
    static inline int seen;              \
    static void first() {                \
      int& value = name;                 \
      FIRST;                             \
    }                                    \
    static void second() {               \
      int& value = name;                 \
      SECOND;                            \
    }                                    \
  };
#define RUN(name) litmus::in_turn({{0, name##_case::first}, {1, name##_case::second}})

#define FENCE(order) std::atomic_thread_fence(memory_order_##order)
#define SIGNAL_FENCE std::atomic_signal_fence(memory_order_seq_cst)
#define WRITE (void)(value = 1)
#define READ (void)(seen = value)
#define SET flag.store(1, memory_order_relaxed)
#define GET (void)flag.load(memory_order_relaxed)
#define ADD (void)flag.fetch_add(1, memory_order_relaxed)

CASE(both_fences, (WRITE, FENCE(release), SET), (GET, FENCE(acquire), READ))
CASE(both_seq_cst, (WRITE, FENCE(seq_cst), SET), (GET, FENCE(seq_cst), READ))
CASE(both_acq_rel, (WRITE, FENCE(acq_rel), SET), (GET, FENCE(acq_rel), READ))
CASE(fence_to_acquire, (WRITE, FENCE(release), SET), ((void)flag.load(memory_order_acquire), READ))
CASE(release_to_fence, (WRITE, flag.store(1, memory_order_release)), (GET, FENCE(acquire), READ))
CASE(fence_and_updates, (WRITE, FENCE(release), ADD), (ADD, FENCE(acquire), READ))
CASE(others_between, (WRITE, FENCE(release), SET, SET), (GET, GET, FENCE(acquire), READ))
CASE(no_fence_at_the_store, (WRITE, SET), (GET, FENCE(acquire), READ))
CASE(no_fence_at_the_load, (WRITE, FENCE(release), SET), (GET, READ))
CASE(fence_after_the_store, (WRITE, SET, FENCE(release)), (GET, FENCE(acquire), READ))
CASE(fence_before_the_load, (WRITE, FENCE(release), SET), (FENCE(acquire), GET, READ))
CASE(acquire_fence_at_the_store, (WRITE, FENCE(acquire), SET), (GET, FENCE(acquire), READ))
CASE(release_fence_at_the_load, (WRITE, FENCE(release), SET), (GET, FENCE(release), READ))
CASE(fences_alone, (WRITE, FENCE(seq_cst)), (FENCE(seq_cst), READ))
CASE(written_after_the_fence, (FENCE(release), WRITE, SET), (GET, FENCE(acquire), READ))
CASE(compiler_fences, (WRITE, SIGNAL_FENCE, SET), (GET, SIGNAL_FENCE, READ))

int main() {
  RUN(both_fences);
  RUN(both_seq_cst);
  RUN(both_acq_rel);
  RUN(fence_to_acquire);
  RUN(release_to_fence);
  RUN(fence_and_updates);
  RUN(others_between);
  RUN(no_fence_at_the_store);
  RUN(no_fence_at_the_load);
  RUN(fence_after_the_store);
  RUN(fence_before_the_load);
  RUN(acquire_fence_at_the_store);
  RUN(release_fence_at_the_load);
  RUN(fences_alone);
  RUN(written_after_the_fence);
  RUN(compiler_fences);
}
