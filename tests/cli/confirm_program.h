// A program for the tests of `steward confirm`: who goes first decides how it ends.
#pragma once

#include <string>

#include "cli/run_program.h"

namespace steward::cli_test {

// The two writes stand on lines of their own.
inline constexpr const char* kProgram = R"(
#include <pthread.h>
int counter;
void* worker(void* unused) {
  counter = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 2;
  pthread_join(thread, 0);
  return counter == 1 ? 3 : 0;
}
)";

struct ConfirmCommand : testing::Test {
  const Folder folder;
  const std::string program = compiled(folder, "program", kProgram);
};

}  // namespace steward::cli_test
