// expect: race own_relaxed_store
// expect: race others_relaxed_store
// expect: race update_after_a_broken_one
// expect: race relaxed_update_publishes_nothing_itself
// expect: race failed_exchange
// A release store is also read by who reads a read-modify-write of it, and of that, and so on. Any
// store in between ends it, since C++20 also a relaxed one by the same thread.
#include "litmus.h"

#define CASE(name)         \
  int name;                \
  namespace of_##name {    \
    std::atomic<int> flag; \
    int seen;              \
  }

CASE(updated_by_another)
CASE(updated_twice)
CASE(exchanged_if_equal)
CASE(own_relaxed_store)
CASE(others_relaxed_store)
CASE(update_after_a_broken_one)
CASE(relaxed_update_publishes_nothing_itself)
CASE(failed_exchange)
CASE(both_releases_reach)
int both_releases_reach_too;
CASE(failed_exchange_acquires)

#define PUBLISH(name)                                 \
  {                                                   \
    0, [] {                                           \
      name = 1;                                       \
      of_##name::flag.store(1, memory_order_release); \
    }                                                 \
  }
#define OBTAIN(thread, name)                      \
  {                                               \
    thread, [] {                                  \
      of_##name::flag.load(memory_order_acquire); \
      of_##name::seen = name;                     \
    }                                             \
  }
#define UPDATE(thread, name)                                           \
  {                                                                    \
    thread, [] { of_##name::flag.fetch_add(1, memory_order_relaxed); } \
  }

int main() {
  using litmus::in_turn;
  in_turn(
      {PUBLISH(updated_by_another), UPDATE(1, updated_by_another), OBTAIN(2, updated_by_another)});
  in_turn({PUBLISH(updated_twice), UPDATE(1, updated_twice), UPDATE(3, updated_twice),
           OBTAIN(2, updated_twice)});
  in_turn({PUBLISH(exchanged_if_equal),
           {1,
            [] {
              int expected = 1;
              of_exchanged_if_equal::flag.compare_exchange_strong(expected, 5,
                                                                  memory_order_relaxed);
            }},
           OBTAIN(2, exchanged_if_equal)});
  in_turn({PUBLISH(own_relaxed_store),
           {0, [] { of_own_relaxed_store::flag.store(2, memory_order_relaxed); }},
           OBTAIN(1, own_relaxed_store)});
  in_turn({PUBLISH(others_relaxed_store),
           {1, [] { of_others_relaxed_store::flag.store(2, memory_order_relaxed); }},
           OBTAIN(2, others_relaxed_store)});
  in_turn({PUBLISH(update_after_a_broken_one),
           {1, [] { of_update_after_a_broken_one::flag.store(2, memory_order_relaxed); }},
           UPDATE(3, update_after_a_broken_one),
           OBTAIN(2, update_after_a_broken_one)});
  // The chain carries what the first one released, not what its links have done.
  in_turn(
      {{0, [] { of_relaxed_update_publishes_nothing_itself::flag.store(1, memory_order_release); }},
       {1,
        [] {
          relaxed_update_publishes_nothing_itself = 1;
          of_relaxed_update_publishes_nothing_itself::flag.fetch_add(1, memory_order_relaxed);
        }},
       OBTAIN(2, relaxed_update_publishes_nothing_itself)});
  // One that fails only loads.
  in_turn({{1,
            [] {
              failed_exchange = 1;
              int expected = 9;
              of_failed_exchange::flag.compare_exchange_strong(expected, 1, memory_order_acq_rel);
            }},
           OBTAIN(2, failed_exchange)});
  in_turn({PUBLISH(failed_exchange_acquires),
           {1, [] {
              int expected = 9;
              of_failed_exchange_acquires::flag.compare_exchange_strong(
                  expected, 2, memory_order_relaxed, memory_order_acquire);
              of_failed_exchange_acquires::seen = failed_exchange_acquires;
            }}});
  // A release update adds itself to the chain.
  in_turn({PUBLISH(both_releases_reach),
           {1,
            [] {
              both_releases_reach_too = 1;
              of_both_releases_reach::flag.fetch_add(1, memory_order_release);
            }},
           OBTAIN(2, both_releases_reach),
           {2, [] { of_both_releases_reach::seen = both_releases_reach_too; }}});
}
