// steward cc and steward c++: the user's compiler, with the flags that show Steward the most.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/command.h"
#include "cli/live/audit_compiler.h"
#include "cli/live/checked_annotations.h"
#include "cli/live/guarding_flags.h"
#include "cli/live/program.h"
#include "cli/message.h"

namespace steward::cli {
namespace {

// A name that was asked for is taken; else the first of two that is there.
Result<std::string, UsageError> choose_compiler(const Arguments& arguments, const char* usual,
                                                const char* other) {
  if (arguments.given("--compiler")) return find_program(arguments.text("--compiler"));
  auto found = find_program(usual);
  return found ? std::move(found) : find_program(other);
}

// Becomes the compiler: its exit code, its signals and its terminal are those of this process.
int become_compiler(const std::string& path, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(path.c_str(), arguments.data());
  return mistake(fmt::format("cannot start {}: {}", path, std::strerror(errno)));
}

Result<std::vector<std::string>, UsageError> flags_for(const Arguments& arguments,
                                                       const Compiler& compiler, bool cxx) {
  const bool lifts_std = arguments.given("--lift-std");
  const bool trusts = arguments.given("--trust-annotations");
  if (!arguments.given("--guard")) {
    for (const char* option : {"--lift-std", "--trust-annotations"})
      if (arguments.given(option))
        return UsageError{fmt::format("{} has a meaning only with --guard", option)};
    return instrumenting_flags(compiler, arguments.program());
  }
  return guarding_flags(compiler, arguments.program(),
                        {.cxx = cxx, .lifts_std = lifts_std, .trusts_annotations = trusts});
}

int compile(const Arguments& arguments, const char* usual, const char* other, bool cxx) {
  const auto path = choose_compiler(arguments, usual, other);
  if (!path) return mistake(path.error().message);
  const auto compiler = identify_compiler(*path);
  if (!compiler) return mistake(compiler.error().message);
  const auto flags = flags_for(arguments, *compiler, cxx);
  if (!flags) return mistake(flags.error().message);
  // Ours stand first: of two that contradict each other compilers take the last, the user's.
  std::vector<std::string> words{*path};
  words.insert(words.end(), flags->begin(), flags->end());
  words.insert(words.end(), arguments.program().begin(), arguments.program().end());
  return become_compiler(*path, std::move(words));
}

int compile_c(const Arguments& arguments) { return compile(arguments, "gcc", "cc", false); }
int compile_cxx(const Arguments& arguments) { return compile(arguments, "g++", "c++", true); }

constexpr std::string_view kDescription =
    "Compiles, links, or both, like the compiler it starts, with the flags added that let Steward\n"
    "see the most: -fsanitize=thread and -g; for GCC -Wno-tsan (it warns of fences, which Steward\n"
    "understands) and -fno-builtin-… for memset, memcpy, memmove, memcmp and strcpy (what it puts\n"
    "in their place, optimizing, shows nothing); for clang -shared-libsan, the read of `x++` "
    "(-mllvm\n"
    "-tsan-instrument-read-before-write=1) and, with -O3, -Ofast, -mavx… or -march=…, vectors of\n"
    "at most 16 bytes, because clang shows no larger accesses. All other words go to the compiler\n"
    "as they are, and count over the added ones.\n\n"
    "What clang has linked this way runs under `steward run`, which brings the runtime; on its\n"
    "own it needs the folder of clang's libraries in LD_LIBRARY_PATH.\n\n"
    "With --guard, for GCC 12, accesses can be refused: `steward guard --on-race throw` then "
    "throws\n"
    "steward::data_race instead of the second access of a race. Compile and link with it. Files\n"
    "that are built without may be linked with those.\n\n"
    "--trust-annotations, with --guard, asks clang's thread-safety analysis about the same files. "
    "If "
    "it has\n"
    "nothing to complain of, fields with GUARDED_BY are not checked any more where it has looked "
    "at "
    "all\n"
    "of their accesses. What that takes from the promise of `steward guard` is in docs/guard.md, "
    "and in "
    "the\n"
    "reports of the program.\n\n"
    "Exit code: the compiler's, or 2 if there is none.";

std::vector<Option> options(std::string_view help) {
  return {
      {.name = "--compiler", .value_name = "C", .help = help},
      {.kind = OptionKind::flag,
       .name = "--guard",
       .help = "checks that can refuse an access, instead of callbacks that only tell of it"},
      {.kind = OptionKind::flag,
       .name = "--lift-std",
       .help = "with --guard: let the standard library's inline functions throw, though they are "
               "noexcept"},
      {.kind = OptionKind::flag,
       .name = "--trust-annotations",
       .help = "with --guard: no checks of fields that a lock guards, where clang's thread-safety "
               "analysis says so"},
      {.kind = OptionKind::words,
       .name = "ARGS…",
       .help = "the compiler's own arguments",
       .required = true},
  };
}

const RegisteredCommand registered_c({
    .name = "cc",
    .summary = "compiles and links C with the right flags",
    .description = kDescription,
    .options = options("the compiler, for example clang-22 (default: gcc, else cc)"),
    .run = compile_c,
});

const RegisteredCommand registered_cxx({
    .name = "c++",
    .summary = "compiles and links C++ with the right flags",
    .description = kDescription,
    .options = options("the compiler, for example clang++-22 (default: g++, else c++)"),
    .run = compile_cxx,
});

}  // namespace
}  // namespace steward::cli
