/* LU decomposition of a dense matrix, without exchange of rows: in each step all threads read the
 * pivot's row and change rows of their own, then they meet at a barrier. */

/* Arguments: threads, rows. */
/* sizes: full 1200, short 300, quick 120, tiny 30 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int threads = 2, rows = 1200;
static double* matrix;
static int* begun; /* by thread */
static pthread_barrier_t all;

static double* row_at(int row) { return matrix + (long)row * rows; }

/* The diagonal outweighs the rest of its row, so that no pivot is small. */
static double entry(int row, int column) {
  const unsigned mixed = ((unsigned)row * 2654435761u) ^ ((unsigned)column * 2246822519u);
  return (double)((mixed >> 8) % 1000) / 1000 + (row == column ? rows : 0);
}

static void subtract(double* row, const double* pivot_row, int pivot) {
  const double factor = row[pivot] / pivot_row[pivot];
  row[pivot] = factor;
  for (int column = pivot + 1; column < rows; ++column) row[column] -= factor * pivot_row[column];
}

static void* work(void* argument) {
  const int self = (int)(long)argument;
  begun[self] = 1; /* here */
  for (int pivot = 0; pivot < rows - 1; ++pivot) {
    for (int row = pivot + 1; row < rows; ++row)
      if (row % threads == self) subtract(row_at(row), row_at(pivot), pivot);
    pthread_barrier_wait(&all);
  }
  return NULL;
}

/* Whether L (U x) is A x, for one x. */
static int is_right(void) {
  double* const partly = calloc((size_t)rows, sizeof *partly);
  double worst = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = row; column < rows; ++column)
      partly[row] += row_at(row)[column] * (1 + column % 3);
  for (int row = 0; row < rows; ++row) {
    double is = partly[row], wanted = 0;
    for (int column = 0; column < row; ++column) is += row_at(row)[column] * partly[column];
    for (int column = 0; column < rows; ++column) wanted += entry(row, column) * (1 + column % 3);
    worst = fmax(worst, fabs(is - wanted) / wanted);
  }
  free(partly);
  return worst < 1e-12;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) rows = atoi(argv[2]);
  matrix = calloc((size_t)rows * rows, sizeof *matrix);
  begun = calloc((size_t)threads, sizeof *begun);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < rows; ++column) row_at(row)[column] = entry(row, column);
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  pthread_barrier_destroy(&all);
  double sum = 0;
  for (long i = 0; i < (long)rows * rows; ++i) sum += matrix[i];
  printf("lu: %.6f\n", sum);
  const int right = is_right();
  free(team);
  free(begun);
  free(matrix);
  return right ? 0 : 1;
}
