// The names by which programs call the compilers' own libraries are all there: what those libraries
// export, as far as it is meant for programs, and what only the compilers know of.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace steward {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string output_of(const std::string& command) {
  std::string output;
  FILE* const pipe = popen((command + " 2>/dev/null").c_str(), "r");
  std::array<char, 4096> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    output.append(part.data(), size);
  pclose(pipe);
  while (!output.empty() && output.back() == '\n') output.pop_back();
  return output;
}

Names exported(const std::string& library) {
  Names names;
  std::istringstream lines(output_of("nm -D --defined-only " + library));
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    names.insert(name.substr(0, name.find('@')));
  return names;
}
Names ours() {
  static const Names names = exported(
      (fs::path(STEWARD_TOOL).parent_path().parent_path() / "lib/steward/libsteward-fasttrack.so")
          .string());
  return names;
}
// What of `wanted` is not there, one a line.
std::string missing(const Names& wanted) {
  std::string all;
  for (const std::string& name : wanted)
    if (!ours().contains(name)) all += name + "\n";
  return all;
}

// What public headers declare: the rest of a library's __sanitizer_ names is its own business.
Names declared(const fs::path& headers) {
  Names names;
  const std::regex word("\\b__(sanitizer|sancov)_\\w+");
  for (const char* header : {"common_interface_defs.h", "allocator_interface.h",
                             "coverage_interface.h", "tsan_interface.h", "ubsan_interface.h"}) {
    std::ifstream in(headers / header);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
      names.insert(at->str());
  }
  return names;
}

struct Toolchain {
  const char* name;
  const char* find_library;
  const char* find_headers;
};
void PrintTo(const Toolchain& toolchain, std::ostream* to) { *to << toolchain.name; }

#define STEWARD_CLANG(name, command)                                \
  Toolchain {                                                       \
    name,                                                           \
        "f=$(" command                                              \
        " -print-file-name=libclang_rt.tsan-x86_64.so);"            \
        "test -f \"$f\" || f=$(" command                            \
        " -print-resource-dir)"                                     \
        "/lib/linux/libclang_rt.tsan-x86_64.so; ls \"$f\"",         \
        "echo $(" command " -print-resource-dir)/include/sanitizer" \
  }
const Toolchain kToolchains[] = {
    {"gcc", "ls $(gcc -print-file-name=libtsan.so)",
     "echo $(gcc -print-file-name=include)/sanitizer"},
    STEWARD_CLANG("clang", "clang"),
    STEWARD_CLANG("clang19", "clang-19"),
    STEWARD_CLANG("clang22", "clang-22"),
};

class LibraryOf : public testing::TestWithParam<Toolchain> {};

TEST_P(LibraryOf, IsReplacedWhole) {
  const std::string library = output_of(GetParam().find_library);
  if (library.empty()) {
    // reason: not every machine has every version; scripts/setup installs GCC's and Clang's default
    GTEST_SKIP() << GetParam().name << " has no library for races on this machine";
  }
  const Names theirs = exported(library);
  ASSERT_GT(theirs.size(), 1000u) << library;
  const Names headers = declared(output_of(GetParam().find_headers));
  const std::regex for_programs("(__tsan_|__ubsan_|Annotate|WTFAnnotate|__sanitizer_cov_).*");
  Names wanted;
  for (const std::string& name : theirs)
    if (std::regex_match(name, for_programs) || headers.contains(name)) wanted.insert(name);
  // A program's own function calls what it stands before by such a name.
  const std::string second = "__interceptor_";
  for (const std::string& name : theirs)
    if (name.starts_with(second) && ours().contains(name.substr(second.size())))
      wanted.insert(name);
  ASSERT_GT(wanted.size(), 200u) << library;
  EXPECT_EQ(missing(wanted), "") << library;
}
INSTANTIATE_TEST_SUITE_P(All, LibraryOf, testing::ValuesIn(kToolchains),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(CompilersNames, AreThere) {
  Names wanted = {"__tsan_init",
                  "__tsan_func_entry",
                  "__tsan_func_exit",
                  "__tsan_read_range",
                  "__tsan_write_range",
                  "__tsan_vptr_update",
                  "__tsan_vptr_read",
                  "__tsan_memcpy",
                  "__tsan_memmove",
                  "__tsan_memset",
                  "__tsan_atomic_thread_fence",
                  "__tsan_atomic_signal_fence"};
  for (const char* form : {"read", "write", "unaligned_read", "unaligned_write", "volatile_read",
                           "volatile_write", "unaligned_volatile_read", "unaligned_volatile_write",
                           "read_write", "unaligned_read_write"})
    for (const char* size : {"1", "2", "4", "8", "16"})
      wanted.insert(std::string("__tsan_") + form + size);
  for (const char* bits : {"8", "16", "32", "64", "128"})
    for (const char* what : {"load", "store", "exchange", "fetch_add", "fetch_sub", "fetch_and",
                             "fetch_or", "fetch_xor", "fetch_nand", "compare_exchange_strong",
                             "compare_exchange_weak", "compare_exchange_val"})
      wanted.insert(std::string("__tsan_atomic") + bits + "_" + what);
  EXPECT_EQ(missing(wanted), "");
}

}  // namespace
}  // namespace steward
