// Files that the program opens to read: what is in them belongs to what decides how it goes.
#include <cstdio>
#include <cstring>
#include <fcntl.h>

#include "base/hash_map.h"
#include "channel/encoder.h"
#include "channel/plan.h"
#include "runtime/explore/stand_in.h"
#include "runtime/state/runtime.h"

using namespace steward;

namespace {

// Told once each.
void tell_opened(const Turn& turn, const char* path) {
  Runtime& state = *runtime();
  const Busy busy(*turn.seat().thread);
  static constinit HashMap<std::uint64_t, bool>* told = nullptr;
  if (told == nullptr) told = state.heap.create<HashMap<std::uint64_t, bool>>(state.heap);
  bool& known = told->find_or_insert(channel::module_hash(path), false);
  if (known) return;
  known = true;
  channel::Encoder body(state.heap);
  body.text(path);
  state.sender.send(channel::Kind::opened, body);
}

int opened(int file, const char* path, int flags) {
  if (const Turn turn; turn && file >= 0 && (flags & O_ACCMODE) != O_WRONLY &&
                       (flags & (O_TRUNC | O_DIRECTORY)) == 0)
    tell_opened(turn, path);
  return file;
}
FILE* opened(FILE* file, const char* path, const char* mode) {
  if (const Turn turn; turn && file != nullptr && *mode == 'r') tell_opened(turn, path);
  return file;
}

#define STEWARD_SEEN_OPEN(name)                                   \
  STEWARD_BEHIND(name);                                           \
  int controlled_##name(const char* path, int flags, int mode) {  \
    return opened(behind_##name(path, flags, mode), path, flags); \
  }                                                               \
  STEWARD_STANDS_IN(name)
#define STEWARD_SEEN_OPEN_AT(name)                                           \
  STEWARD_BEHIND(name);                                                      \
  int controlled_##name(int folder, const char* path, int flags, int mode) { \
    return opened(behind_##name(folder, path, flags, mode), path, flags);    \
  }                                                                          \
  STEWARD_STANDS_IN(name)

STEWARD_SEEN_OPEN(open);
STEWARD_SEEN_OPEN(open64);
STEWARD_SEEN_OPEN_AT(openat);
STEWARD_SEEN_OPEN_AT(openat64);

#define STEWARD_SEEN_FOPEN(name)                                \
  STEWARD_BEHIND(name);                                         \
  FILE* controlled_##name(const char* path, const char* mode) { \
    return opened(behind_##name(path, mode), path, mode);       \
  }                                                             \
  STEWARD_STANDS_IN(name)

STEWARD_SEEN_FOPEN(fopen);
STEWARD_SEEN_FOPEN(fopen64);

}  // namespace
