// A program for the tests of `steward guard`: its second thread races with what the first has done,
// in the way that the second argument says. What became of that is in a file, the first argument,
// that the program maps and that survives its end.
#pragma once

#include <cstddef>
#include <string>

namespace steward::cli_test {

// The racing bytes, at the beginning, as they are until the second thread changes them.
inline const std::string kUntouched = "\1\1\1," + std::string(36, '\1');
inline constexpr std::size_t kReached = 64;  // 1: the second thread is about to race
inline constexpr std::size_t kPassed = 65;   // 1: it has

inline constexpr const char* kGuardedProgram = R"(
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { kSize = 40, kValue = 0x2c010101 };
struct page { char racing[64]; char reached, passed; };
struct large { char bytes[kSize]; };
struct packed { char before; long value; } __attribute__((packed));
static struct page* page;
static const char* way;
static int step;
static size_t* block;
// Read anew each time, so that no call is replaced by something else.
static struct large* volatile other;
static volatile size_t size = kSize;
static volatile int seen;
static int is(const char* word) { return strcmp(way, word) == 0; }
// What would become of a block that libc gets back: it notices.
__attribute__((no_sanitize("thread"), noinline)) static void spoil(size_t* b) { b[-1] = 1; }
static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void first(void) {
  volatile char* bytes = page->racing;
  if (is("free") || is("realloc")) { block[1] = 1; spoil(block); }
  else if (is("write after read") || is("cut") || is("sort"))
    for (int i = 0; i < kSize; ++i) seen += bytes[i];
  else for (int i = 0; i < kSize; ++i) bytes[i] = i == 3 ? ',' : 1;
}
void second(void) {
  int* number = (int*)page->racing;
  int expected = kValue;
  char* rest;
  int ends[2];
  if (is("write") || is("write after read")) *number = 2;
  else if (is("read")) seen = *number;
  else if (is("unaligned")) ((struct packed*)page->racing)->value = 2;
  else if (is("struct")) *(struct large*)page->racing = *other;
  else if (is("memcpy")) memcpy(page->racing, other, size);
  else if (is("memset")) memset(page->racing, 2, size);
  else if (is("strcpy")) strcpy(page->racing, other->bytes);
  else if (is("memccpy")) memccpy(page->racing, other, '!', size);
  else if (is("cut")) strtok_r(page->racing, ",", &rest);
  else if (is("sort")) qsort(page->racing, 2, sizeof *number, compare);
  else if (is("load")) seen = __atomic_load_n(number, __ATOMIC_SEQ_CST);
  else if (is("store")) __atomic_store_n(number, 2, __ATOMIC_SEQ_CST);
  else if (is("add")) __atomic_fetch_add(number, 1, __ATOMIC_SEQ_CST);
  else if (is("exchange if"))
    __atomic_compare_exchange_n(number, &expected, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  else if (is("large store")) __atomic_store((struct large*)number, other, __ATOMIC_SEQ_CST);
  else if (is("free")) free(block);
  else if (is("realloc")) block = realloc(block, 1 << 20);
  else if (is("input") && pipe(ends) == 0 && write(ends[1], other, 8) == 8)
    seen = (int)read(ends[0], number, 8);
}
static void* work(void* unused) {
  // Order that nobody sees.
  while (__atomic_load_n(&step, __ATOMIC_RELAXED) == 0) sched_yield();
  page->reached = 1;
  second();
  page->passed = 1;
  return unused;
}

static sigjmp_buf before;
static void go_on(int signal) { siglongjmp(before, signal); }
static int refuse_to_abort(void) {
  sigset_t all;
  if (sigsetjmp(before, 1) != 0) return puts("went on");
  signal(SIGABRT, go_on);
  sigfillset(&all);
  return sigprocmask(SIG_BLOCK, &all, 0);
}
static int wait_for_child(void) {
  int status = 0;
  wait(&status);
  printf("child: signal %d\n", WTERMSIG(status));
  return 4;
}
void AnnotateBenignRaceSized(const char*, int, const volatile void*, long, const char*);

int main(int argc, char** argv) {
  const char* also = argc > 3 ? argv[3] : "";
  pthread_t thread;
  way = argv[2];
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(argv[1], O_RDWR), 0);
  block = malloc(64);
  other = calloc(1, kSize);
  memset(other, 'x', kSize - 1);
  memset(page->racing, 1, kSize);
  page->racing[3] = ',';
  if (strcmp(also, "handler") == 0 && refuse_to_abort() != 0) return 5;
  if (strcmp(also, "child") == 0 && fork() != 0) return wait_for_child();
  if (strcmp(also, "benign") == 0) AnnotateBenignRaceSized("", 0, page->racing, kSize, "");
  pthread_create(&thread, 0, work, 0);
  first();
  __atomic_store_n(&step, 1, __ATOMIC_RELAXED);
  pthread_join(thread, 0);
  puts("done");
  return 3;
}
)";

}  // namespace steward::cli_test
