// No name that a program takes from the compilers' libraries falls back to an old function of libc.
//
// A program linked with ThreadSanitizer's library asks for the names that it defines without a
// version. The loader answers with the first version that libc ever had of it, unless our runtime
// has the name. Where that version is another function than today's, the runtime must have it.
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace steward {
namespace {

std::string said_by(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  for (int c = 0; (c = fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

std::string library_of(const std::string& compiler, const std::string& name) {
  std::string path = said_by(compiler + " -print-file-name=" + name);
  path.resize(path.find('\n'));
  return path;
}

struct Symbol {
  std::string address;
  std::string name;     // without its version
  std::string version;  // "" if it has none, "@V" if it is the one for new programs
};

std::vector<Symbol> defined_in(const std::string& library) {
  std::vector<Symbol> symbols;
  std::istringstream lines(said_by("nm -D --defined-only " + library));
  for (std::string address, type, name; lines >> address >> type >> name;) {
    const auto at = name.find('@');
    symbols.push_back({address, name.substr(0, at), at == name.npos ? "" : name.substr(at + 1)});
  }
  return symbols;
}

std::set<std::string> names_in(const std::string& library) {
  std::set<std::string> names;
  for (const Symbol& symbol : defined_in(library)) names.insert(symbol.name);
  return names;
}

// Names whose first version is not the function that new programs get.
std::set<std::string> changed_since_the_first_version() {
  std::set<std::string> changed;
  for (const char* library : {"libc.so.6", "libm.so.6"}) {
    std::map<std::string, std::string> first;
    const auto symbols = defined_in(library_of("gcc", library));
    for (const Symbol& symbol : symbols)
      if (symbol.version == "GLIBC_2.2.5") first[symbol.name] = symbol.address;
    for (const Symbol& symbol : symbols) {
      const auto old = first.find(symbol.name);
      if (symbol.version.starts_with("@") && old != first.end() && old->second != symbol.address) {
        changed.insert(symbol.name);
      }
    }
  }
  return changed;
}

TEST(Versions, NoNameOfTheCompilersLibrariesFallsBackToAnOldFunction) {
  const auto changed = changed_since_the_first_version();
  ASSERT_TRUE(changed.contains("pthread_cond_destroy"));
  const std::string folder = STEWARD_TOOL "/../../lib/steward/";
  for (const char* runtime : {"libsteward-fasttrack.so", "libsteward-fasttrack-record.so"}) {
    const auto ours = names_in("$(realpath -m " + folder + runtime + ")");
    for (const auto& theirs :
         {library_of("gcc", "libtsan.so"), library_of("clang", "libclang_rt.tsan-x86_64.so")}) {
      for (const std::string& name : names_in(theirs))
        EXPECT_TRUE(!changed.contains(name) || ours.contains(name)) << runtime << " lacks " << name;
    }
  }
}

// Without one of them a program that has its own wrappers of system calls does not start.
TEST(Versions, EveryHookOfASystemCallIsThere) {
  const std::string runtime = STEWARD_TOOL "/../../lib/steward/libsteward-fasttrack.so";
  const auto ours = names_in("$(realpath -m " + runtime + ")");
  std::size_t hooks = 0;
  for (const std::string& name : names_in(library_of("clang", "libclang_rt.tsan-x86_64.so"))) {
    if (!name.starts_with("__sanitizer_syscall_")) continue;
    ++hooks;
    EXPECT_TRUE(ours.contains(name)) << name;
  }
  EXPECT_GT(hooks, 100u);
}

}  // namespace
}  // namespace steward
