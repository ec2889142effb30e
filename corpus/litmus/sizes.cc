// expect: race half_plain
// expect: race read_plainly
// expect: race written_plainly
// expect: race reference_and_plain
// expect: race relaxed_counter_data
// expect: race byte_of_another_word
// expect: race updated_and_read_plainly
// The same bytes by atomic accesses of other sizes, and by plain ones. Atomic accesses do not race
// with each other; an atomic and a plain one do, if they overlap and one of them writes.
#include "litmus.h"

int half_plain, read_plainly, written_plainly, both_read, reference_and_plain, reference_only;
int relaxed_counter_data, updated_and_read_plainly, made_first;
alignas(8) long mixed, byte_of_another_word, neighbours;
alignas(16) __int128 wide;
int wide_data, mixed_data, seen;
std::atomic<int> flag, counter;

template <class T, class U>
T* part(U& whole, int at = 0) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(&whole) + at);
}

int main() {
  using litmus::in_turn;
  in_turn({{0, [] { __atomic_store_n(&half_plain, 1, __ATOMIC_SEQ_CST); }},
           {1, [] { *part<volatile short>(half_plain, 2) = 1; }}});
  in_turn({{0, [] { __atomic_store_n(&read_plainly, 1, __ATOMIC_SEQ_CST); }},
           {1, [] { seen = read_plainly; }}});
  in_turn({{0, [] { written_plainly = 1; }},
           {1, [] { seen = __atomic_load_n(&written_plainly, __ATOMIC_RELAXED); }}});
  in_turn(
      {{0, [] { seen = both_read; }}, {1, [] { __atomic_load_n(&both_read, __ATOMIC_RELAXED); }}});
  in_turn({{0, [] { __atomic_fetch_add(&updated_and_read_plainly, 1, __ATOMIC_SEQ_CST); }},
           {1, [] { seen = updated_and_read_plainly; }}});
  // Written plainly, published, and atomic from then on.
  in_turn({{0,
            [] {
              made_first = 1;
              flag.store(1, memory_order_release);
            }},
           {1, [] { flag.load(memory_order_acquire); }},
           {1, [] { __atomic_fetch_add(&made_first, 1, __ATOMIC_RELAXED); }},
           {0, [] { __atomic_fetch_add(&made_first, 1, __ATOMIC_RELAXED); }}});
  in_turn({{0, [] { std::atomic_ref(reference_and_plain).fetch_add(1); }},
           {1, [] { ++reference_and_plain; }}});
  in_turn({{0, [] { std::atomic_ref(reference_only).fetch_add(1, memory_order_relaxed); }},
           {1, [] { std::atomic_ref(reference_only).store(1, memory_order_relaxed); }}});
  // A counter that is right by itself says nothing about the data beside it.
  in_turn({{0,
            [] {
              relaxed_counter_data = 1;
              counter.fetch_add(1, memory_order_relaxed);
            }},
           {1, [] {
              if (counter.fetch_add(1, memory_order_relaxed)) seen = relaxed_counter_data;
            }}});
  // A byte of what was published in one piece carries the order, too.
  in_turn({{0,
            [] {
              mixed_data = 1;
              __atomic_store_n(&mixed, 0x0101010101010101, __ATOMIC_RELEASE);
            }},
           {1, [] {
              if (__atomic_load_n(part<char>(mixed, 5), __ATOMIC_ACQUIRE)) seen = mixed_data;
            }}});
  in_turn({{0,
            [] {
              wide_data = 1;
              __atomic_store_n(part<long>(wide, 8), 1, __ATOMIC_RELEASE);
            }},
           {1, [] {
              if (__atomic_load_n(part<short>(wide, 8), __ATOMIC_ACQUIRE)) seen = wide_data;
            }}});
  in_turn({{0, [] { __atomic_store_n(part<char>(byte_of_another_word, 3), 1, __ATOMIC_RELEASE); }},
           {1, [] { seen = *part<volatile char>(byte_of_another_word, 3); }}});
  in_turn({{0, [] { __atomic_store_n(part<char>(neighbours, 3), 1, __ATOMIC_RELEASE); }},
           {1, [] { *part<volatile char>(neighbours, 4) = 1; }},
           {2, [] { *part<volatile short>(neighbours, 0) = 1; }}});
}
