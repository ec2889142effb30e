/* A pipeline: one thread makes blocks of numbers, workers sum them up in place, the main thread
 * looks at what comes out. Blocks go through two bounded queues, each with a lock and two
 * conditions, and from the end back to the beginning. */

/* Arguments: threads (all but the main one: workers and a maker), blocks. */
/* sizes: full 40000, short 2000, quick 300, tiny 60 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { in_block = 4096, most_waiting = 16, passes = 2 };

typedef struct {
  unsigned number;
  unsigned wanted; /* the last sum */
  unsigned values[in_block];
} Block;

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  Block* waiting[most_waiting];
  unsigned first, count;
} Queue;

#define QUEUE \
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL}, 0, 0 }

static int threads = 2, blocks = 40000;
static Queue made = QUEUE, summed = QUEUE;

static void put(Queue* queue, Block* block) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == most_waiting) pthread_cond_wait(&queue->not_full, &queue->lock);
  queue->waiting[(queue->first + queue->count++) % most_waiting] = block; /* here */
  pthread_cond_signal(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}

static Block* take(Queue* queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->count == 0) pthread_cond_wait(&queue->not_empty, &queue->lock);
  Block* const block = queue->waiting[queue->first];
  queue->first = (queue->first + 1) % most_waiting;
  --queue->count;
  pthread_cond_signal(&queue->not_full);
  pthread_mutex_unlock(&queue->lock);
  return block;
}

static void fill(Block* block) {
  unsigned state = block->number * 2654435761u + 1;
  block->wanted = 0;
  for (int i = 0; i < in_block; ++i) {
    state = state * 1103515245 + 12345;
    block->values[i] = state >> 16;
    block->wanted += block->values[i] * (unsigned)(in_block - i);
  }
}

static void* make(void* unused) {
  for (int i = 0; i < blocks; ++i) {
    Block* const block = malloc(sizeof *block);
    block->number = (unsigned)i;
    fill(block);
    put(&made, block);
  }
  return unused;
}

/* After two passes of sums each value counts as often as there are values from it on. */
static void* sum_up(void* unused) {
  for (Block* block = take(&made); block != NULL; block = take(&made)) {
    for (int pass = 0; pass < passes; ++pass)
      for (int i = 1; i < in_block; ++i) block->values[i] += block->values[i - 1];
    put(&summed, block);
  }
  return unused;
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) blocks = atoi(argv[2]);
  const int workers = threads > 1 ? threads - 1 : 1;
  pthread_t maker, *const team = calloc((size_t)workers, sizeof *team);
  pthread_create(&maker, NULL, make, NULL);
  for (int i = 0; i < workers; ++i) pthread_create(&team[i], NULL, sum_up, NULL);
  unsigned long checksum = 0;
  int right = 1;
  for (int i = 0; i < blocks; ++i) {
    Block* const block = take(&summed);
    if (block->values[in_block - 1] != block->wanted) right = 0;
    checksum += (unsigned long)block->wanted * (block->number + 1);
    free(block);
  }
  for (int i = 0; i < workers; ++i) put(&made, NULL);
  pthread_join(maker, NULL);
  for (int i = 0; i < workers; ++i) pthread_join(team[i], NULL);
  printf("pipeline: %016lx\n", checksum);
  free(team);
  return right ? 0 : 1;
}
