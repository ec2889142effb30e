// expect: none
// flags: -pthread
// A C program: a memory pool behind a lock, names and numbers from libc, threads that share a file.
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

struct item {
  struct item* next;
  long words[3];
};
static struct item* pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct item* take(void) {
  pthread_mutex_lock(&lock);
  struct item* one = pool;
  if (one) pool = one->next;
  pthread_mutex_unlock(&lock);
  return one ? one : calloc(1, sizeof *one);
}
static void give(struct item* one) {
  pthread_mutex_lock(&lock);
  one->next = pool;
  pool = one;
  pthread_mutex_unlock(&lock);
}

static void* work(void* number) {
  char text[200];
  for (int i = 0; i < 50; ++i) {
    struct item* one = take();
    one->words[i % 3] = i;
    give(one);
    time_t now = time(NULL);
    struct tm fields;
    localtime_r(&now, &fields);
    gmtime_r(&now, &fields);
    strftime(text, sizeof text, "%c", &fields);
    strerror_r(i, text, sizeof text);
    if (strerror(ENOENT) == NULL) abort();
    snprintf(text, sizeof text, "%s %d %f", (const char*)number, i, 1.0 * i);
    setenv(number, text, 1);
    if (getenv("HOME") == NULL) abort();
    unsigned seed = i;
    rand_r(&seed);
    rand();
    mktime(&fields);
    char* copy = strdup(text);
    char* rest;
    for (char* word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {}
    free(copy);
    fprintf(stdout, "%s\n", text);
  }
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found = NULL;
  if (getaddrinfo("127.0.0.1", "80", &hints, &found) == 0) freeaddrinfo(found);
  hints.ai_flags = 0;
  if (getaddrinfo("localhost", NULL, &hints, &found) == 0) freeaddrinfo(found);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  const char* names[4] = {"ONE", "TWO", "THREE", "FOUR"};
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, (void*)names[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  while (pool) {
    struct item* next = pool->next;
    free(pool);
    pool = next;
  }
}
