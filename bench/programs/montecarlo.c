/* Prices an option on the mean price of a stock by simulating many of its courses. Threads take
 * numbers of courses from a counter, compute each in an array on their stack, and put its mean into
 * a common table: much arithmetic, next to no sharing. */

/* Arguments: threads, courses. */
/* sizes: full 120000, short 6000, quick 1000, tiny 50 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { days = 250, batch = 16 };
static const double drift = 0.0001, volatility = 0.01, start = 100, strike = 102;

static int threads = 2, courses = 120000;
static double* means;
static pthread_mutex_t next_lock = PTHREAD_MUTEX_INITIALIZER;
static int next_course;

static double even(unsigned* state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state * (1.0 / 4294967296.0);
}

/* Nearly normal: the sum of twelve even ones. */
static double normal(unsigned* state) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += even(state);
  return sum;
}

/* The same courses, whoever computes them. */
static double mean_of_course(unsigned seed) {
  unsigned state = seed * 2654435761u + 1;
  double prices[days];
  prices[0] = start;
  for (int day = 1; day < days; ++day)
    prices[day] = prices[day - 1] * (1 + drift + volatility * normal(&state));
  double sum = 0;
  for (int day = 0; day < days; ++day) sum += prices[day];
  return sum / days;
}

static void* work(void* unused) {
  for (;;) {
    pthread_mutex_lock(&next_lock);
    const int first = next_course;
    next_course += batch; /* here */
    pthread_mutex_unlock(&next_lock);
    if (first >= courses) return unused;
    for (int i = first; i < first + batch && i < courses; ++i)
      means[i] = mean_of_course((unsigned)i);
  }
}

int main(int argc, char** argv) {
  if (argc > 1) threads = atoi(argv[1]);
  if (argc > 2) courses = atoi(argv[2]);
  means = calloc((size_t)courses, sizeof *means);
  pthread_t* const team = calloc((size_t)threads, sizeof *team);
  for (int i = 0; i < threads; ++i) pthread_create(&team[i], NULL, work, NULL);
  for (int i = 0; i < threads; ++i) pthread_join(team[i], NULL);
  double gain = 0, mean = 0, expected = 0, price = start;
  for (int i = 0; i < courses; ++i) gain += fmax(0, means[i] - strike) / courses;
  for (int i = 0; i < courses; ++i) mean += means[i] / courses;
  for (int day = 0; day < days; ++day, price *= 1 + drift) expected += price / days;
  printf("montecarlo: %.9f\n", gain);
  free(team);
  free(means);
  /* Courses have means with a deviation of some 9; five times that of their mean is far away. */
  return fabs(mean - expected) < 5 * 9.2 / sqrt(courses) ? 0 : 1;
}
