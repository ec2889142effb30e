/* measure FILE PROGRAM ARGUMENTS...

   Runs a program and adds a line to FILE: what the program's own process took, from its start to
   its end, whoever started this one. Under a tool that watches process trees this leaves out what
   the tool does before, after and beside it. Linked statically: a preloaded runtime is not for this
   process, and what memory it has itself is next to nothing (the kernel counts the peak of a
   process from before it becomes another program). The line: nanoseconds on the clock, microseconds
   of processor time, KiB of memory at the peak, and the exit code, 128+n for signal n. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

static long microseconds(struct timeval time) { return time.tv_sec * 1000000 + time.tv_usec; }

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const long begin = nanoseconds();
  const pid_t child = vfork();
  if (child == 0) {
    execv(argv[2], argv + 2);
    _exit(127);
  }
  int status;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) != child) return 127;
  const long took = nanoseconds() - begin;
  const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  FILE* const file = fopen(argv[1], "a");
  if (file == NULL) return 127;
  fprintf(file, "%ld %ld %ld %d\n", took, microseconds(used.ru_utime) + microseconds(used.ru_stime),
          used.ru_maxrss, code);
  return fclose(file) == 0 ? code : 127;
}
