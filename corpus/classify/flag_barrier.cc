// location: cells destructive
// location: rounds slow
// paper: sor arrays: SC 0, oldest 100, oldest-diff 100, random 100, random-diff 100
// flags: -pthread
// Each worker computes its cell from its neighbours', and after each sweep waits until they have
// come as far: `rounds` says how far each is. It is volatile, which orders nothing: past the
// barrier the neighbours' cells may still be those of an earlier sweep, and the result is wrong.
// Old rounds are smaller ones: with them a worker waits longer, and never too short. The paper has
// one row for all arrays.
#include <cstdio>
#include <pthread.h>
#include <sched.h>

static constexpr int kWorkers = 3;
static constexpr int kSweeps = 10;

// Two grids: one is read while the other one is written. The cells at both ends never change.
static unsigned cells[2 * (kWorkers + 2)];
static volatile long rounds[kWorkers];

static unsigned* grid(int sweep) { return cells + sweep % 2 * (kWorkers + 2); }

static void relax(int sweep, int cell) {
  const unsigned* const from = grid(sweep);
  grid(sweep + 1)[cell] = 3 * from[cell - 1] + 5 * from[cell] + 7 * from[cell + 1];
}

static void wait_for_neighbours(int id, long round) {
  rounds[id] = round;
  if (id > 0)
    while (rounds[id - 1] < round) sched_yield();
  if (id < kWorkers - 1)
    while (rounds[id + 1] < round) sched_yield();
}

static void* work(void* own) {
  const int id = *static_cast<int*>(own);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    relax(sweep, id + 1);
    wait_for_neighbours(id, sweep + 1);
  }
  return nullptr;
}

static void begin() {
  for (int cell = 0; cell < kWorkers + 2; ++cell)
    grid(0)[cell] = grid(1)[cell] = static_cast<unsigned>(cell) + 1;
}
static unsigned result() {
  unsigned sum = 0;
  for (int cell = 0; cell < kWorkers + 2; ++cell) sum = sum * 31 + grid(kSweeps)[cell];
  return sum;
}

int main() {
  begin();
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (int id = 0; id < kWorkers; ++id) relax(sweep, id + 1);
  const unsigned right = result();
  begin();
  pthread_t workers[kWorkers];
  int ids[kWorkers];
  for (int id = 0; id < kWorkers; ++id) {
    ids[id] = id;
    pthread_create(&workers[id], nullptr, work, &ids[id]);
  }
  for (pthread_t worker : workers) pthread_join(worker, nullptr);
  if (result() == right) return 0;
  std::puts("validation failed");
  return 1;
}
