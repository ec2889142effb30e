/* Red-black relaxation of a square of numbers: nothing but accesses and arithmetic, two threads and
   a barrier. Arguments: the side of the square, the number of sweeps. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int side = 400, sweeps = 40;
static double* cells;
int started; /* A race of its own, for confirm to watch. */
static pthread_barrier_t both;

static void sweep(int colour, int begin, int end) {
  for (int row = begin; row < end; ++row)
    for (int column = 1 + (row + colour) % 2; column < side - 1; column += 2) {
      double* const at = cells + (long)row * side + column;
      *at = 0.25 * (at[-1] + at[1] + at[-side] + at[side]);
    }
}

static void* work(void* half) {
  const int second = half != NULL;
  started = 1; /* here */
  const int middle = side / 2;
  for (int i = 0; i < 2 * sweeps; ++i) {
    sweep(i % 2, second ? middle : 1, second ? side - 1 : middle);
    pthread_barrier_wait(&both);
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) side = atoi(argv[1]);
  if (argc > 2) sweeps = atoi(argv[2]);
  cells = calloc((size_t)side * side, sizeof *cells);
  for (int i = 0; i < side; ++i) cells[i] = 1;
  pthread_barrier_init(&both, NULL, 2);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, &both);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%.6f\n", cells[(size_t)side * (side / 2) + side / 2]);
  free(cells);
  return 0;
}
