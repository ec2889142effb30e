#include "cli/live/audit_toolchains.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

#include "cli/live/audit_command.h"
#include "cli/live/audit_compiler.h"

namespace steward::cli {
namespace {

namespace fs = std::filesystem;

// gcc, gcc-12, clang, clang-22. The C++ compilers are the same programs, or come with them.
bool is_compiler_name(std::string_view name) {
  for (const std::string_view known : {"gcc", "clang"}) {
    if (!name.starts_with(known)) continue;
    std::string_view rest = name.substr(known.size());
    if (rest.empty()) return true;
    if (!rest.starts_with('-')) return false;
    rest.remove_prefix(1);
    return !rest.empty() && std::all_of(rest.begin(), rest.end(),
                                        [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  }
  return false;
}

// By the file behind the name, so that gcc and gcc-12 count once; the value is the shortest name.
std::map<fs::path, std::string> compilers_in_path() {
  std::map<fs::path, std::string> found;
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
      const std::string name = entry.path().filename();
      if (!is_compiler_name(name)) continue;
      const fs::path file = fs::canonical(entry.path(), failure);
      if (failure) continue;
      std::string& shortest = found[file];
      if (shortest.empty() || name.size() < fs::path(shortest).filename().string().size()) {
        shortest = entry.path();
      }
    }
  }
  return found;
}

// Compilers answer with the name itself if they do not know where the file is.
bool has_file(const std::string& compiler, const std::string& name) {
  const CommandOutput said = output_of({compiler, "-print-file-name=" + name});
  return said.status == 0 && said.text.starts_with('/');
}

bool has_any(const std::string& compiler, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return has_file(compiler, name); });
}

Remark about(const Compiler& compiler) {
  const bool clang = compiler.family == CompilerFamily::clang;
  const bool library =
      clang ? has_any(compiler.path, {"libclang_rt.tsan-x86_64.so", "libclang_rt.tsan.so"})
            : has_file(compiler.path, "libtsan.so");
  const std::string name = fmt::format("{}: {}", compiler.path, compiler.version);
  if (!library) {
    return {Health::limit, "compiler", name + ": it cannot link with -fsanitize=thread here",
            clang ? "install its run-time libraries (Debian: libclang-rt-NN-dev)"
                  : "install ThreadSanitizer's library (Debian: libtsan2)"};
  }
  if (!has_file(compiler.path, "include/sanitizer/tsan_interface.h")) {
    return {Health::limit, "compiler",
            name + ": <sanitizer/tsan_interface.h>, the header for annotations, is missing",
            "install the development files of its sanitizers"};
  }
  if (clang && !compiler.shows_reads_before_writes) {
    return {Health::limit, "compiler", name + ": it cannot show the read of x++",
            "use clang 14 or newer"};
  }
  return {Health::ok, "compiler", name, ""};
}

}  // namespace

std::vector<Remark> audit_toolchains() {
  std::vector<Remark> remarks;
  for (const auto& [file, name] : compilers_in_path()) {
    if (const auto compiler = identify_compiler(name)) remarks.push_back(about(*compiler));
  }
  if (remarks.empty()) {
    remarks.push_back({Health::limit, "compiler", "neither gcc nor clang is in PATH",
                       "install g++ or clang; programs that are built already can be run"});
  }
  return remarks;
}

}  // namespace steward::cli
