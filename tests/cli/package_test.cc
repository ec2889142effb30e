// Steward as other projects find it: installed, and through find_package.
#include <cstdlib>
#include <fmt/format.h>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

constexpr const char* kProject = R"(
cmake_minimum_required(VERSION 3.16)
project(p C)
enable_testing()
find_package(Threads REQUIRED)
find_package(Steward REQUIRED)
add_executable(racy racy.c)
target_link_libraries(racy Threads::Threads)
steward_instrument(racy)
steward_add_test(NAME hunted TARGET racy TIME 30s OPTIONS --runs 5)
steward_add_test(NAME hunted-for-harm TARGET racy FAIL_ON harmful OPTIONS --runs 5)
steward_add_test(NAME run-with-words TARGET racy COMMAND run ARGUMENTS exit3)
)";

int shell(const std::string& command) {
  return WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str()));
}

TEST(Package, IsFoundByCMakeAndHunts) {
  const Folder folder;
  folder.file("CMakeLists.txt", kProject);
  folder.file("racy.c", kRacyProgram);
  const std::string installed = folder.path("installed"), build = folder.path("build");
  ASSERT_EQ(shell(fmt::format("cmake --install {} --prefix {}", STEWARD_BUILD, installed)), 0);
  ASSERT_EQ(shell(fmt::format("cmake -S {} -B {} -DCMAKE_PREFIX_PATH={} && cmake --build {}",
                              folder.path(""), build, installed, build)),
            0);
  const auto test = [&](const std::string& name) {
    return shell(fmt::format("cd {} && STEWARD_STORE={} ctest -R '^{}$'", build,
                             folder.path("store"), name));
  };
  EXPECT_NE(test("hunted"), 0);
  EXPECT_EQ(test("hunted-for-harm"), 0);
  EXPECT_NE(test("run-with-words"), 0);
  EXPECT_EQ(
      shell(fmt::format("gdb -batch -x {}/share/steward/steward-gdb.py -ex 'help steward race' "
                        "| grep -q 'both threads'",
                        installed)),
      0);
}

}  // namespace
}  // namespace steward::cli_test
