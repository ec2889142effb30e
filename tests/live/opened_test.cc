// A program in C that opens a library in C++ for itself alone: the C++ library is then in nobody's
// list but the library's, and what Steward interposes of it must still find it.
#include <fstream>
#include <gtest/gtest.h>

#include "live/programs.h"

namespace steward::live_test {
namespace {

constexpr const char* kLibrary = R"(
#include <locale>
#include <stdexcept>
struct Made { Made() { if (attempts++ == 0) throw std::runtime_error("at first"); } static int attempts; };
int Made::attempts;
static void make() { static Made made; }
extern "C" int calls() {
  int caught = 0;
  for (int i = 0; i < 2; ++i) try { make(); } catch (const std::exception&) { ++caught; }
  const std::locale copy;
  std::exception_ptr kept = std::make_exception_ptr(std::logic_error("kept"));
  return caught;
}
)";
constexpr const char* kOpeningProgram = R"(
#include <dlfcn.h>
#include <pthread.h>
static int from_thread;
static void* work(void* f) { from_thread = ((int (*)(void))f)(); return 0; }
int main(int argc, char** argv) {
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return 2;
  pthread_t thread;
  pthread_create(&thread, 0, work, dlsym(library, "calls"));
  pthread_join(thread, 0);
  return from_thread == 1 ? 0 : 1;
}
)";

TEST(LiveOpened, WhatALibraryBroughtAlongIsFound) {
  const Folder folder("opened");
  std::ofstream(folder / "library.cc") << kLibrary;
  std::ofstream(folder / "program.c") << kOpeningProgram;
  const std::string in = (folder / "").string();
  const Ran built =
      run("g++ -shared -fPIC " + in + "library.cc -o " + in + "library.so && " +
              "gcc -fsanitize=thread -pthread " + in + "program.c -o " + in + "program",
          folder / "build.txt");
  ASSERT_EQ(built.exit, 0) << built.output;
  const Ran ran =
      run(STEWARD_TOOL " run -- " + in + "program " + in + "library.so", folder / "run.txt");
  EXPECT_EQ(ran.exit, 0) << ran.output;
}

}  // namespace
}  // namespace steward::live_test
