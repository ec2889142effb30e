/* A sparse matrix times a vector, again and again: x becomes A x. Threads have rows of their own,
 * read entries of x all over the place, and meet at a barrier after each product. */

/* Arguments: threads, products. */
/* sizes: full 700, short 40, quick 5, tiny 1 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 50000, in_row = 10 };

static int threads = 2, products = 700;
static int* columns; /* of the entries, row by row */
static double* entries;
static double* vectors[2]; /* each the product of the other */
static int* begun;         /* by thread */
static pthread_barrier_t all;

/* Each row adds up to 1: the product's entries are means of the vector's. */
static void fill(void) {
  unsigned state = 7;
  for (int row = 0; row < rows; ++row) {
    vectors[0][row] = row % 100;
    double sum = 0;
    for (int i = row * in_row; i < (row + 1) * in_row; ++i) {
      state = state * 1103515245 + 12345;
      columns[i] = (int)((state >> 8) % rows);
      entries[i] = 1 + (state >> 16) % 8;
      sum += entries[i];
    }
    for (int i = row * in_row; i < (row + 1) * in_row; ++i) entries[i] /= sum;
  }
}

static double row_times(int row, const double* vector) {
  double sum = 0;
  for (int i = row * in_row; i < (row + 1) * in_row; ++i) sum += entries[i] * vector[columns[i]];
  return sum;
}

static void* work(void* argument) {
  const long self = (long)argument;
  begun[self] = 1; /* here */
  for (int i = 0; i < products; ++i) {
    const double* const from = vectors[i % 2];
    double* const to = vectors[(i + 1) % 2];
    for (int row = (int)(rows * self / threads); row < rows * (self + 1) / threads; ++row)
      to[row] = row_times(row, from);
    pthread_barrier_wait(&all);
  }
  return NULL;
}

static int is_right(void) {
  const double *const is = vectors[products % 2], *const before = vectors[(products + 1) % 2];
  for (int row = 0; row < rows; ++row)
    if (is[row] != row_times(row, before) || is[row] < 0 || is[row] > 99) return 0;
  return 1;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) products = atoi(argv[2]);
  columns = calloc(rows * in_row, sizeof *columns);
  entries = calloc(rows * in_row, sizeof *entries);
  for (int i = 0; i < 2; ++i) vectors[i] = calloc(rows, sizeof *vectors[i]);
  begun = calloc((size_t)threads, sizeof *begun);
  fill();
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  pthread_barrier_destroy(&all);
  double sum = 0;
  for (int row = 0; row < rows; ++row) sum += vectors[products % 2][row];
  printf("sparse: %.6f\n", sum);
  const int right = is_right();
  free(team);
  free(begun);
  for (int i = 0; i < 2; ++i) free(vectors[i]);
  free(entries);
  free(columns);
  return right ? 0 : 1;
}
