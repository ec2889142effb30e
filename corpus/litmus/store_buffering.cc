// expect: race both_saw_nothing
// expect: race load_buffering
// expect: race independent_reads
// Each sets a flag and looks at the other's. Sequential consistency says that one of them sees the
// other, and only who has seen is ordered: who has not, may not touch.
#include "litmus.h"

int one_saw, both_saw_nothing, load_buffering, write_to_read_causality, independent_reads;
std::atomic<int> x, y;
int seen;

template <std::memory_order set, std::memory_order get>
void first() {
  one_saw = 1;
  x.store(1, set);
  if (y.load(get)) seen = one_saw;
}
template <std::memory_order set, std::memory_order get>
void second() {
  y.store(1, set);
  if (x.load(get)) seen = one_saw;
}

int main() {
  using litmus::in_turn;
  in_turn({{0, first<memory_order_seq_cst, memory_order_seq_cst>},
           {1, second<memory_order_seq_cst, memory_order_seq_cst>}});
  x = y = 0;
  in_turn({{0, first<memory_order_release, memory_order_acquire>},
           {1, second<memory_order_release, memory_order_acquire>}});
  x = y = 0;
  // Neither reads from the other: stores of seq_cst order nothing by themselves.
  in_turn({{0,
            [] {
              both_saw_nothing = 1;
              x.store(1);
            }},
           {1, [] {
              y.store(1);
              both_saw_nothing = 2;
            }}});
  x = y = 0;
  in_turn({{0, [] { load_buffering = x.load(memory_order_acquire); }},
           {0, [] { y.store(1, memory_order_relaxed); }},
           {1, [] {
              if (y.load(memory_order_relaxed)) load_buffering = 2;
            }}});
  x = y = 0;
  // Through a third thread.
  in_turn({{0,
            [] {
              write_to_read_causality = 1;
              x.store(1, memory_order_release);
            }},
           {1,
            [] {
              if (x.load(memory_order_acquire)) y.store(1, memory_order_release);
            }},
           {2, [] {
              if (y.load(memory_order_acquire)) seen = write_to_read_causality;
            }}});
  x = y = 0;
  // The same, but the third thread took no part in the first hand-over.
  in_turn({{0,
            [] {
              independent_reads = 1;
              x.store(1, memory_order_release);
            }},
           {1,
            [] {
              if (x.load(memory_order_relaxed)) y.store(1, memory_order_release);
            }},
           {2, [] {
              if (y.load(memory_order_acquire)) seen = independent_reads;
            }}});
}
