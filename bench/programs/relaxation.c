/* Red-black relaxation of a square of numbers: nothing but accesses and arithmetic, and a barrier
 * after each half of a sweep. Every access is the thread's first to its cell since that barrier. */

/* Arguments: threads, sweeps, and the side of the square, an odd number. */
/* sizes: full 400, short 10, quick 2, tiny 1 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int threads = 2, sweeps = 400, side = 1001;
static double* cells;
static int* begun; /* by thread */
static pthread_barrier_t all;

static void relax(int colour, int begin, int end) {
  for (int row = begin; row < end; ++row)
    for (int column = 1 + (row + colour) % 2; column < side - 1; column += 2) {
      double* const at = cells + (long)row * side + column;
      *at = 0.25 * (at[-1] + at[1] + at[-side] + at[side]);
    }
}

static void* work(void* argument) {
  const long self = (long)argument;
  begun[self] = 1; /* here */
  const int rows = side - 2;
  const int begin = 1 + rows * self / threads, end = 1 + rows * (self + 1) / threads;
  for (int i = 0; i < 2 * sweeps; ++i) {
    relax(i % 2, begin, end);
    pthread_barrier_wait(&all);
  }
  return NULL;
}

/* One side is warm, the others are cold: the square stays the same if left and right change places,
   to the last bit, and no cell is warmer than the warm side. */
static int is_right(void) {
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const double* const in_row = cells + (long)row * side;
      if (in_row[column] != in_row[side - 1 - column]) return 0;
      if (in_row[column] < 0 || in_row[column] > 1) return 0;
    }
  return cells[side + side / 2] > 0;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) sweeps = atoi(argv[2]);
  if (argc > 3) side = atoi(argv[3]);
  cells = calloc((size_t)side * side, sizeof *cells);
  begun = calloc((size_t)threads, sizeof *begun);
  for (int column = 0; column < side; ++column) cells[column] = 1;
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  double sum = 0;
  for (long i = 0; i < (long)side * side; ++i) sum += cells[i];
  printf("relaxation: %.6f\n", sum);
  const int right = is_right();
  pthread_barrier_destroy(&all);
  free(team);
  free(begun);
  free(cells);
  return right ? 0 : 1;
}
