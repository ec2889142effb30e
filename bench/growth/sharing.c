/* The same accesses to the same words by any number of threads: each word is shared by two of them,
 * under a lock for each group of words. For how costs grow with threads: see docs/bench.md. */

/* Arguments: threads (512 at most), rounds. */
/* sizes: full 3000, short 150, quick 20, tiny 2 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { groups = 512, in_group = 512, passes = 2 };

typedef struct {
  pthread_mutex_t lock;
  long words[in_group];
} Group;

static int threads = 2, rounds = 3000;
static Group all[groups];

static void visit(Group* group) {
  pthread_mutex_lock(&group->lock);
  for (int pass = 0; pass < passes; ++pass)
    for (int i = 0; i < in_group; ++i) group->words[i] += i; /* here */
  pthread_mutex_unlock(&group->lock);
}

/* Groups that are this thread's, in rounds by turns with those of the one before. */
static void* work(void* argument) {
  const int self = (int)(long)argument;
  for (int round = 0; round < rounds; ++round) {
    const int whose = (self + round % 2) % threads;
    for (int group = whose; group < groups; group += threads) visit(&all[group]);
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) rounds = atoi(argv[2]);
  for (int i = 0; i < groups; ++i) pthread_mutex_init(&all[i].lock, NULL);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (long i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, (void*)i);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  long sum = 0, wanted = 0;
  for (int group = 0; group < groups; ++group)
    for (int i = 0; i < in_group; ++i) {
      sum += all[group].words[i];
      wanted += (long)i * passes * rounds;
    }
  printf("sharing: %ld\n", sum);
  free(team);
  return sum == wanted ? 0 : 1;
}
