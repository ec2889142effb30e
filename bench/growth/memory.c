/* Memory that is written by one thread and read by the next, all of it: for how costs grow with
 * live memory, see docs/bench.md. The less memory there is, the more often. */

/* Arguments: threads, mebibytes in use, mebibytes to go through at least. */
/* sizes: full 16, short 16, quick 16, tiny 1 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int threads = 2;
static long mebibytes = 16, least = 256, words, passes;
static unsigned long* memory;
static unsigned long* sums; /* by thread */
static pthread_barrier_t all;

static long begin_of(long part) { return words / threads * part; }

static void* work(void* argument) {
  const long self = (long)argument, next = (self + 1) % threads;
  unsigned long sum = 0;
  for (long pass = 0; pass < passes; ++pass) {
    for (long i = begin_of(self); i < begin_of(self + 1); ++i)
      memory[i] = (unsigned long)(i ^ pass);
    pthread_barrier_wait(&all);
    for (long i = begin_of(next); i < begin_of(next + 1); ++i) sum += memory[i];
    pthread_barrier_wait(&all);
  }
  sums[self] = sum; /* here */
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) mebibytes = atol(argv[2]);
  if (argc > 3) least = atol(argv[3]);
  words = (mebibytes << 20) / (long)sizeof *memory;
  passes = mebibytes < least ? least / mebibytes : 1;
  memory = malloc((size_t)words * sizeof *memory);
  sums = calloc((size_t)threads, sizeof *sums);
  pthread_barrier_init(&all, NULL, (unsigned)threads);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  pthread_barrier_destroy(&all);
  unsigned long sum = 0, last = 0;
  for (int i = 0; i < threads; ++i) sum += sums[i];
  for (long i = 0; i < begin_of(threads); ++i)
    last += (unsigned long)(i ^ (passes - 1)) == memory[i];
  printf("memory: %016lx\n", sum);
  const int right = last == (unsigned long)begin_of(threads);
  free(team);
  free(sums);
  free(memory);
  return right ? 0 : 1;
}
