// What in one program would limit Steward.

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cli/live/audit.h"
#include "cli/live/audit_elf.h"
#include "cli/live/audit_libraries.h"
#include "cli/live/audit_names.h"
#include "cli/live/program.h"
#include "report/live/instrumentation.h"

namespace steward::cli {
namespace {

using report::Instrumentation;
using report::instrumentation_of;

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool has_clang(const ElfFacts& facts) {
  for (const std::string& compiler : facts.compilers) {
    if (compiler.find("clang") != std::string::npos) return true;
  }
  return false;
}

Remark about_instrumentation(const std::string& path, const ElfFacts& facts) {
  const std::string compilers =
      facts.compilers.empty() ? "" : fmt::format(", built by {}", fmt::join(facts.compilers, "; "));
  const char* flags = has_clang(facts) ? "-fsanitize=thread -shared-libsan" : "-fsanitize=thread";
  switch (instrumentation_of(path)) {
    case Instrumentation::dynamic:
      return {Health::ok, "instrumentation", "instrumented" + compilers, ""};
    case Instrumentation::linked:
      return {
          Health::problem, "instrumentation",
          "ThreadSanitizer's own runtime is linked in, and nothing can take its place" + compilers,
          "link with clang's -shared-libsan added to -fsanitize=thread, or with steward c++"};
    default: break;
  }
  return {Health::problem, "instrumentation", "not instrumented" + compilers,
          fmt::format("compile and link with {}, or with steward c++", flags)};
}

// The loader ignores LD_PRELOAD where it would give others the rights of the file's owner.
Remark about_loading(const std::string& path, const ElfFacts& facts) {
  if (facts.interpreter.empty()) {
    return {Health::problem, "loading", "linked statically: no library can be added to it",
            "link without -static"};
  }
  struct stat status {};
  const bool privileged =
      stat(path.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0;
  if (privileged || getxattr(path.c_str(), "security.capability", nullptr, 0) > 0) {
    return {Health::problem, "loading",
            "runs with rights of its own (setuid, setgid or capabilities): the loader keeps "
            "Steward out",
            "audit and run a copy without them"};
  }
  return {Health::ok, "loading", "loads Steward's runtime", ""};
}

Remark about_debug_info(const ElfFacts& facts) {
  if (const std::string where = debug_info_of(facts); !where.empty()) {
    return {Health::ok, "debug info", where, ""};
  }
  return {Health::limit, "debug info", "none: reports will have no files and lines",
          "compile and link with -g, and do not strip"};
}

Remark about_malloc(const ElfFacts& facts) {
  if (!facts.defines_malloc) return {Health::ok, "malloc", "the system's", ""};
  return {Health::limit, "malloc",
          "the executable has a malloc of its own, which counts over Steward's: blocks have no "
          "origin in reports, uses after free are not seen, and memory that is used again may be "
          "reported",
          "link without that allocator for checked builds"};
}

void add_libraries(const LoadedLibraries& libraries, ProgramAudit& audit) {
  if (!libraries.missing.empty()) {
    audit.remarks.push_back({Health::problem, "libraries",
                             fmt::format("not found: {}", fmt::join(libraries.missing, ", ")),
                             "install them, or name their folder in LD_LIBRARY_PATH"});
  }
  std::vector<std::string> unseen;
  for (const std::string& file : libraries.files) {
    if (instrumentation_of(file) == Instrumentation::none) unseen.push_back(file_name(file));
  }
  if (unseen.empty()) return;
  audit.remarks.push_back({Health::limit, "libraries",
                           fmt::format("not instrumented, so accesses inside are not seen: {}",
                                       fmt::join(unseen, ", ")),
                           "build those that share data between threads with the same flags"});
}

void collect_unmodelled(const std::string& path, const ElfFacts& facts,
                        const std::set<std::string>& modelled, ProgramAudit& audit) {
  for (const std::string& symbol : facts.imported) {
    const SyncFamily* family = synchronization_family(symbol);
    if (family == nullptr || modelled.contains(symbol)) continue;
    audit.unmodelled.push_back({symbol, path, std::string(family->name)});
  }
}

// One remark a family.
void add_synchronization(ProgramAudit& audit) {
  std::map<std::string, std::set<std::string>> families;
  std::map<std::string, std::string_view> consequences;
  for (const UnmodelledSymbol& unmodelled : audit.unmodelled) {
    families[unmodelled.family].insert(unmodelled.symbol);
    consequences[unmodelled.family] = synchronization_family(unmodelled.symbol)->consequence;
  }
  for (const auto& [family, symbols] : families) {
    audit.remarks.push_back({Health::limit, "synchronization",
                             fmt::format("{} not modelled ({}); {}", family,
                                         fmt::join(symbols, ", "), consequences[family]),
                             "suppress what is reported there, or add __tsan_acquire and "
                             "__tsan_release around it"});
  }
  if (families.empty()) {
    audit.remarks.push_back(
        {Health::ok, "synchronization", "every known name that is used is modelled", ""});
  }
}

}  // namespace

Result<ProgramAudit, UsageError> audit_program(const std::string& path) {
  const auto facts = elf_facts(path);
  if (!facts) {
    struct stat status {};
    const bool missing = stat(path.c_str(), &status) != 0;
    return UsageError{fmt::format(
        "cannot audit {}: {}", path,
        missing ? std::strerror(errno) : "it is not an executable or library of this system")};
  }
  const auto runtime = elf_facts(runtime_file("libsteward-fasttrack.so"));
  ProgramAudit audit;
  audit.remarks = {about_instrumentation(path, *facts), about_debug_info(*facts)};
  if (facts->executable) {
    audit.remarks.push_back(about_loading(path, *facts));
    audit.remarks.push_back(about_malloc(*facts));
  }
  const LoadedLibraries libraries = libraries_of(path, *facts);
  add_libraries(libraries, audit);
  if (!runtime) return audit;  // audit_machine says so
  collect_unmodelled(path, *facts, runtime->exported, audit);
  for (const std::string& file : libraries.files) {
    if (const auto library = elf_facts(file)) {
      collect_unmodelled(file, *library, runtime->exported, audit);
    }
  }
  add_synchronization(audit);
  return audit;
}

}  // namespace steward::cli
