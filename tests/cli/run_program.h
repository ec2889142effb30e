// Programs for the tests of `steward run`: compiled once for all tests, with threads that race.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/run_tool.h"

namespace steward::cli_test {

// Compiles a C program and returns where it is. `compiler` with its flags, as a shell takes them.
std::string compiled(const Folder& folder, const std::string& name, const std::string& source,
                     const std::string& compiler = "cc -g -O1 -fsanitize=thread");

// Sets a variable of the environment for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

// Two threads write the same variable. What comes then is up to the first argument: none, "exit3",
// "segv", "kill", "wait".
inline constexpr const char* kRacyProgram = R"(
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int counter;
void bump(void) { counter = 1; }
void* worker(void* unused) { bump(); return unused; }
int main(int argc, char** argv) {
  const char* then = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  fprintf(stderr, "after the race\n");
  if (strcmp(then, "exit3") == 0) return 3;
  if (strcmp(then, "segv") == 0) raise(SIGSEGV);
  if (strcmp(then, "kill") == 0) kill(getpid(), SIGKILL);
  puts("done");
  return 0;
}
)";

// The same without a race.
inline constexpr const char* kCleanProgram = R"(
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int counter;
void* worker(void* unused) { counter = 1; return unused; }
int main(int argc, char** argv) {
  const char* then = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  counter = 2;
  if (strcmp(then, "exit3") == 0) return 3;
  if (strcmp(then, "segv") == 0) raise(SIGSEGV);
  if (strcmp(then, "wait") == 0) { puts("waiting"); fflush(stdout); sleep(60); }
  return 0;
}
)";

}  // namespace steward::cli_test
