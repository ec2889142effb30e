// expect: none
// flags: -pthread
// libc moves and frees its own blocks from whichever thread comes next, under locks of its own: the
// environment, converters, the time zone, pipes, locales.
#define _GNU_SOURCE
#include <iconv.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_barrier_t together;

static void* work(void* argument) {
  const long me = (long)argument;
  char name[40];
  for (int i = 0; i < 20; ++i) {
    pthread_barrier_wait(&together);
    snprintf(name, sizeof name, "VARIABLE_%ld_%d", me, i);
    setenv(name, "value", 1);
    setenv("TZ", i % 2 ? "UTC" : "EST5EDT", 1);
    // Nobody may change the environment while libc itself looks at it, as most of these do.
    pthread_barrier_wait(&together);
    iconv_t converter = iconv_open("UTF-16", i % 2 ? "LATIN1" : "UTF-8");
    if (converter != (iconv_t)-1) iconv_close(converter);
    tzset();
    locale_t locale = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
    if (locale) freelocale(locale);
    FILE* pipe = i % 10 == 0 ? popen("true", "r") : NULL;
    if (pipe) pclose(pipe);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&together, NULL, 4);
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
}
