#include "runtime/explore/chance.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <errno.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "runtime/intercept/memory_family.h"
#include "runtime/platform/raw.h"

using namespace steward;

namespace steward {

void draw_bytes(const Turn& turn, void* out, std::size_t size) {
  constexpr std::size_t kPiece = 4;
  for (auto* at = static_cast<char*>(out); size > 0;) {
    const std::uint64_t drawn = turn.control().strategy().draw(std::uint64_t{1} << (8 * kPiece));
    const std::size_t piece = size < kPiece ? size : kPiece;
    std::memcpy(at, &drawn, piece);
    at += piece;
    size -= piece;
  }
}

bool is_random_device(int file) {
  struct stat status;
  if (raw::failed(raw::call(SYS_fstat, file, reinterpret_cast<long>(&status)))) return false;
  // As Linux has always numbered them.
  return S_ISCHR(status.st_mode) &&
         (status.st_rdev == makedev(1, 8) || status.st_rdev == makedev(1, 9));
}

}  // namespace steward

namespace {

STEWARD_BEHIND(getrandom);
STEWARD_BEHIND(getentropy);

ssize_t controlled_getrandom(void* out, std::size_t size, unsigned flags) {
  const Turn turn;
  if (!turn) return behind_getrandom(out, size, flags);
  draw_bytes(turn, out, size);
  return static_cast<ssize_t>(size);
}
int controlled_getentropy(void* out, std::size_t size) {
  const Turn turn;
  if (!turn) return behind_getentropy(out, size);
  constexpr std::size_t kMost = 256;
  if (size > kMost) {
    errno = EIO;
    return -1;
  }
  draw_bytes(turn, out, size);
  return 0;
}
STEWARD_STANDS_IN(getrandom);
STEWARD_STANDS_IN(getentropy);

}  // namespace

STEWARD_FAMILY(std::uint32_t, arc4random, ()) {
  const Turn turn;
  if (!turn) return real_arc4random();
  std::uint32_t drawn = 0;
  draw_bytes(turn, &drawn, sizeof drawn);
  return drawn;
}
STEWARD_FAMILY(void, arc4random_buf, (void* out, std::size_t size)) {
  const Turn turn;
  if (!turn) return real_arc4random_buf(out, size);
  draw_bytes(turn, out, size);
}
STEWARD_FAMILY(std::uint32_t, arc4random_uniform, (std::uint32_t bound)) {
  const Turn turn;
  if (!turn) return real_arc4random_uniform(bound);
  return bound < 2 ? 0 : static_cast<std::uint32_t>(turn.control().strategy().draw(bound));
}
// std::random_device::operator(): the processor's own instruction stands behind it.
STEWARD_FAMILY(unsigned, _ZNSt13random_device9_M_getvalEv, (void* device)) {
  const Turn turn;
  if (!turn) return real__ZNSt13random_device9_M_getvalEv(device);
  unsigned drawn = 0;
  draw_bytes(turn, &drawn, sizeof drawn);
  return drawn;
}
