#include "runtime/platform/whose_code.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <sys/auxv.h>

namespace steward {
namespace {

struct Code {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;

  bool contains(std::uint64_t counter) const { return counter - begin < size; }
};

constinit Code own;
constinit Code libc;
constinit Code loader;

Code code_with(std::uint64_t address) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  const auto begin = reinterpret_cast<std::uint64_t>(found.dlfo_map_start);
  return {begin, reinterpret_cast<std::uint64_t>(found.dlfo_map_end) - begin};
}

}  // namespace

void find_code() {
  own = code_with(reinterpret_cast<std::uint64_t>(&find_code));
  // A function of libc that nobody interposes.
  libc = code_with(reinterpret_cast<std::uint64_t>(&gnu_get_libc_version));
  loader = code_with(getauxval(AT_BASE));
}

bool is_own_code(std::uint64_t counter) { return own.contains(counter); }

bool is_system_code(std::uint64_t counter) {
  return libc.contains(counter) || loader.contains(counter);
}

}  // namespace steward
