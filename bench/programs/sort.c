/* A parallel merge sort: each thread sorts a part; then neighbours' parts are merged, by half as
 * many threads each time, with a barrier between. Memory changes its owner in large pieces. */

/* Arguments: threads, thousands of numbers. */
/* sizes: full 6000, short 400, quick 60, tiny 5 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int threads = 2;
static long count = 6000000;
static unsigned *numbers, *spare;
static int* begun; /* by thread */
static pthread_barrier_t all;

static long begin_of(long part) { return count * (part < threads ? part : threads) / threads; }

static void merge(const unsigned* from, unsigned* to, long begin, long middle, long end) {
  long left = begin, right = middle;
  for (long at = begin; at < end; ++at) {
    const int from_left = right >= end || (left < middle && from[left] <= from[right]);
    to[at] = from_left ? from[left++] : from[right++];
  }
}

static void sort_short(unsigned* at, long size) {
  for (long i = 1; i < size; ++i) {
    const unsigned number = at[i];
    long j = i;
    for (; j > 0 && at[j - 1] > number; --j) at[j] = at[j - 1];
    at[j] = number;
  }
}

static void sort(long begin, long end) {
  const long middle = begin + (end - begin) / 2;
  if (end - begin <= 16) {
    sort_short(numbers + begin, end - begin);
    return;
  }
  sort(begin, middle);
  sort(middle, end);
  merge(numbers, spare, begin, middle, end);
  for (long i = begin; i < end; ++i) numbers[i] = spare[i];
}

static void* work(void* argument) {
  const long self = (long)argument;
  begun[self] = 1; /* here */
  sort(begin_of(self), begin_of(self + 1));
  for (long width = 1; width < threads; width *= 2) {
    pthread_barrier_wait(&all);
    if (self % (2 * width) != 0) continue;
    const long begin = begin_of(self), end = begin_of(self + 2 * width);
    merge(numbers, spare, begin, begin_of(self + width), end);
    for (long i = begin; i < end; ++i) numbers[i] = spare[i];
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) count = atol(argv[2]) * 1000;
  numbers = calloc((size_t)count, sizeof *numbers);
  spare = calloc((size_t)count, sizeof *spare);
  begun = calloc((size_t)threads, sizeof *begun);
  unsigned state = 11, before = 0, after = 0;
  for (long i = 0; i < count; ++i) {
    state = state * 1103515245 + 12345;
    numbers[i] = state ^ (state >> 15);
    before += numbers[i];
  }
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  pthread_barrier_destroy(&all);
  unsigned long checksum = 0;
  int right = 1;
  for (long i = 0; i < count; ++i) {
    after += numbers[i];
    checksum = checksum * 31 + numbers[i];
    if (i > 0 && numbers[i - 1] > numbers[i]) right = 0;
  }
  printf("sort: %016lx\n", checksum);
  free(team);
  free(begun);
  free(spare);
  free(numbers);
  return right && before == after ? 0 : 1;
}
