// Runs a test as Java would: an exception that nobody catches ends its thread, not the program.
#pragma once

#include <atomic>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <thread>
#include <vector>

// Each in a thread of its own. The program's exit code: 1 if one of them threw.
inline int run_together(std::initializer_list<void (*)()> tests) {
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  for (void (*const test)() : tests)
    threads.emplace_back([test, &failed] {
      try {
        test();
      } catch (const std::exception& exception) {
        std::fprintf(stderr, "uncaught: %s\n", exception.what());
        failed = 1;
      }
    });
  for (std::thread& thread : threads) thread.join();
  return failed;
}
