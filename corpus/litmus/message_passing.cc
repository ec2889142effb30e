// expect: race relaxed_to_relaxed
// expect: race relaxed_to_consume
// expect: race relaxed_to_acquire
// expect: race relaxed_to_seq_cst
// expect: race release_to_relaxed
// expect: race seq_cst_to_relaxed
// expect: race exchange_release_to_relaxed
// expect: race exchange_acquire_to_acquire
// expect: race not_the_flag_that_was_read
// One thread writes and sets a flag, another sees the flag and reads: ordered if the store is at
// least release and the load at least acquire.
#include "litmus.h"

// A variable for each case, named after its orders, and the two steps.
#define PASS(set, set_order, get, get_order, name)         \
  int name;                                                \
  namespace of_##name {                                    \
    std::atomic<int> flag;                                 \
    int seen;                                              \
    void write() {                                         \
      name = 1;                                            \
      flag.set(1, memory_order_##set_order);               \
    }                                                      \
    void read() {                                          \
      if (flag.get(memory_order_##get_order)) seen = name; \
    }                                                      \
  }

#define STORES(get_order)                                       \
  PASS(store, relaxed, load, get_order, relaxed_to_##get_order) \
  PASS(store, release, load, get_order, release_to_##get_order) \
  PASS(store, seq_cst, load, get_order, seq_cst_to_##get_order)

STORES(relaxed)
STORES(consume)
STORES(acquire)
STORES(seq_cst)
PASS(exchange, release, load, acquire, exchange_release_to_acquire)
PASS(exchange, release, load, relaxed, exchange_release_to_relaxed)
PASS(exchange, acquire, load, acquire, exchange_acquire_to_acquire)
PASS(exchange, acq_rel, load, acquire, exchange_acq_rel_to_acquire)
PASS(fetch_add, seq_cst, load, acquire, add_seq_cst_to_acquire)

// Order comes from the flag that was read, and from no other.
int not_the_flag_that_was_read;
std::atomic<int> set_flag, other_flag;
int seen;

#define RUN(name) litmus::in_turn({{0, of_##name::write}, {1, of_##name::read}})
#define RUN_STORES(get_order)  \
  RUN(relaxed_to_##get_order); \
  RUN(release_to_##get_order); \
  RUN(seq_cst_to_##get_order)

int main() {
  RUN_STORES(relaxed);
  RUN_STORES(consume);
  RUN_STORES(acquire);
  RUN_STORES(seq_cst);
  RUN(exchange_release_to_acquire);
  RUN(exchange_release_to_relaxed);
  RUN(exchange_acquire_to_acquire);
  RUN(exchange_acq_rel_to_acquire);
  RUN(add_seq_cst_to_acquire);
  litmus::in_turn({{0,
                    [] {
                      not_the_flag_that_was_read = 1;
                      set_flag.store(1, memory_order_release);
                    }},
                   {1, [] {
                      if (other_flag.load(memory_order_acquire) == 0)
                        seen = not_the_flag_that_was_read;
                    }}});
}
