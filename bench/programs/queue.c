/* A bounded queue of atomic cells, any number of threads at both ends and no lock: each cell has a
 * turn that says whose it is (after D. Vyukov). Each thread puts a few values in, takes as many
 * out, and so on: nearly all it does are atomic operations. */

/* Arguments: threads, thousands of values in all. */
/* sizes: full 30000, short 1500, quick 30, tiny 2 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { at_once = 4 };

typedef struct {
  atomic_ulong turn;
  unsigned long value;
} Cell;

typedef struct {
  unsigned long put, taken;
} Sums;

static int threads = 2;
static long values = 30000000;
static Cell* cells;
static unsigned long capacity;
static atomic_ulong next_put, next_take;
static Sums* sums; /* by thread */

/* The position that is the caller's now, in whose cell it is the turn of `late` positions later. */
static unsigned long claim(atomic_ulong* next, unsigned long late) {
  unsigned long position = atomic_load_explicit(next, memory_order_relaxed);
  for (;;) {
    const unsigned long turn =
        atomic_load_explicit(&cells[position % capacity].turn, memory_order_acquire);
    if (turn == position + late) {
      if (atomic_compare_exchange_weak_explicit(next, &position, position + 1, memory_order_relaxed,
                                                memory_order_relaxed))
        return position;
    } else {
      if (turn < position + late) sched_yield();
      position = atomic_load_explicit(next, memory_order_relaxed);
    }
  }
}

static void put(unsigned long value) {
  const unsigned long position = claim(&next_put, 0);
  Cell* const cell = &cells[position % capacity];
  cell->value = value;
  atomic_store_explicit(&cell->turn, position + 1, memory_order_release);
}

static unsigned long take(void) {
  const unsigned long position = claim(&next_take, 1);
  Cell* const cell = &cells[position % capacity];
  const unsigned long value = cell->value;
  atomic_store_explicit(&cell->turn, position + capacity, memory_order_release);
  return value;
}

static void* work(void* argument) {
  const long self = (long)argument;
  Sums mine = {0, 0};
  const long first = values * self / threads, last = values * (self + 1) / threads;
  for (long i = first; i < last; i += at_once) {
    const long end = i + at_once < last ? i + at_once : last;
    for (long value = i; value < end; ++value) {
      put((unsigned long)value * 2654435761u);
      mine.put += (unsigned long)value * 2654435761u;
    }
    for (long value = i; value < end; ++value) mine.taken += take();
  }
  sums[self] = mine; /* here */
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) values = atol(argv[2]) * 1000;
  capacity = 1;
  while (capacity < (unsigned long)threads * 2 * at_once) capacity *= 2;
  cells = calloc(capacity, sizeof *cells);
  for (unsigned long i = 0; i < capacity; ++i) atomic_init(&cells[i].turn, i);
  sums = calloc((size_t)threads, sizeof *sums);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  Sums total = {0, 0};
  for (int i = 0; i < threads; ++i) {
    total.put += sums[i].put;
    total.taken += sums[i].taken;
  }
  printf("queue: %016lx\n", total.taken);
  const int right = total.put == total.taken && atomic_load(&next_take) == (unsigned long)values;
  free(team);
  free(sums);
  free(cells);
  return right ? 0 : 1;
}
