// expect: race plain_data
// A writer counts before and after its stores, a reader compares. With plain data the reader reads
// what is being written, and that it throws the value away does not help. With relaxed atomics and
// fences it is right.
#include "litmus.h"

std::atomic<unsigned> count;
int plain_data;
std::atomic<int> a, b;
unsigned seen;
int value;
constexpr int kRounds = 300;

void write_atomics() {
  for (int i = 1; i <= kRounds; ++i) {
    const unsigned before = count.load(memory_order_relaxed);
    count.store(before + 1, memory_order_relaxed);
    std::atomic_thread_fence(memory_order_release);
    a.store(i, memory_order_relaxed);
    b.store(i, memory_order_relaxed);
    count.store(before + 2, memory_order_release);
  }
}
void read_atomics() {
  for (int last = 0; last < kRounds;) {
    const unsigned before = count.load(memory_order_acquire);
    const int left = a.load(memory_order_relaxed);
    const int right = b.load(memory_order_relaxed);
    std::atomic_thread_fence(memory_order_acquire);
    if (before % 2 != 0 || count.load(memory_order_relaxed) != before) continue;
    if (left != right) __builtin_trap();
    last = left;
  }
}

int main() {
  litmus::at_once(write_atomics, read_atomics);
  litmus::in_turn({{0, [] { seen = count.load(memory_order_acquire); }},
                   {1, [] { count.fetch_add(1, memory_order_acq_rel); }},
                   {1, [] { plain_data = 1; }},
                   {0, [] { value = plain_data; }},
                   {1, [] { count.fetch_add(1, memory_order_release); }},
                   {0, [] {
                      if (count.load(memory_order_acquire) != seen) value = 0;
                    }}});
}
