#include "runtime/platform/real.h"

#include "runtime/turns/turns.h"

namespace steward {
namespace {

// Libraries other than libc that have functions which are interposed.
constexpr const char* kLibraries[] = {"libstdc++.so.6", "libc++abi.so.1", "libatomic.so.1"};

}  // namespace

void* find_real(const char* name) {
  void* const stand_in = stand_in_for(name);
  return stand_in != nullptr ? stand_in : find_behind(name);
}

void* find_behind(const char* name) {
  if (void* const found = dlsym(RTLD_NEXT, name)) return found;
  // A module that the program has opened for itself alone brought its libraries along: its calls
  // come here, but who looks for the next in the program's own list does not find them.
  for (const char* library : kLibraries) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    void* const found = dlsym(handle, name);
    dlclose(handle);  // it stays loaded: whoever called us needs it
    if (found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace steward
