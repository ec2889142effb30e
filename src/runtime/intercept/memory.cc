// Blocks of memory: copied, filled, compared, searched.
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

STEWARD_FAMILY(void*, memcpy, (void* to, const void* from, std::size_t size)) {
  STEWARD_COPIES(to, from, size);
  if (families_ready) return real_memcpy(to, from, size);
  plain::copy(to, from, size);
  return to;
}
STEWARD_FAMILY(void*, memmove, (void* to, const void* from, std::size_t size)) {
  STEWARD_COPIES(to, from, size);
  if (families_ready) return real_memmove(to, from, size);
  if (to <= from) plain::copy(to, from, size);
  else plain::copy_backwards(to, from, size);
  return to;
}
STEWARD_FAMILY(void*, memset, (void* to, int value, std::size_t size)) {
  STEWARD_TOUCH.write(to, size);
  if (families_ready) return real_memset(to, value, size);
  plain::fill(to, value, size);
  return to;
}
STEWARD_FAMILY(int, memcmp, (const void* a, const void* b, std::size_t size)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t seen = plain::compared(a, b, size);
    touch.read(a, seen).read(b, seen);
  }
  return families_ready ? real_memcmp(a, b, size) : plain::compare(a, b, size);
}
STEWARD_FAMILY(int, bcmp, (const void* a, const void* b, std::size_t size)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t seen = plain::compared(a, b, size);
    touch.read(a, seen).read(b, seen);
  }
  return families_ready ? real_bcmp(a, b, size) : plain::compare(a, b, size);
}

STEWARD_FAMILY(void*, mempcpy, (void* to, const void* from, std::size_t size)) {
  STEWARD_COPIES(to, from, size);
  return real_mempcpy(to, from, size);
}
STEWARD_FAMILY(void*, __mempcpy, (void* to, const void* from, std::size_t size)) {
  STEWARD_COPIES(to, from, size);
  return real___mempcpy(to, from, size);
}
STEWARD_FAMILY(void*, memccpy, (void* to, const void* from, int last, std::size_t size)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t copied = plain::searched(from, last, size);
    touch.read(from, copied).write(to, copied);
  }
  return real_memccpy(to, from, last, size);
}
STEWARD_FAMILY(void, bcopy, (const void* from, void* to, std::size_t size)) {
  STEWARD_COPIES(to, from, size);
  real_bcopy(from, to, size);
}
STEWARD_FAMILY(void, bzero, (void* to, std::size_t size)) {
  STEWARD_TOUCH.write(to, size);
  real_bzero(to, size);
}
STEWARD_FAMILY(void, explicit_bzero, (void* to, std::size_t size)) {
  STEWARD_TOUCH.write(to, size);
  real_explicit_bzero(to, size);
}

namespace {

// From `begin` to what was found, or all.
std::size_t up_to(const void* found, const void* begin, std::size_t size) {
  if (found == nullptr) return size;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  static_cast<const char*>(begin)) +
         1;
}

}  // namespace

STEWARD_FAMILY(void*, memchr, (const void* in, int value, std::size_t size)) {
  void* const found = real_memchr(in, value, size);
  STEWARD_TOUCH.read(in, up_to(found, in, size));
  return found;
}
STEWARD_FAMILY(void*, rawmemchr, (const void* in, int value)) {
  void* const found = real_rawmemchr(in, value);
  STEWARD_TOUCH.read(in, up_to(found, in, 0));
  return found;
}
STEWARD_FAMILY(void*, memrchr, (const void* in, int value, std::size_t size)) {
  void* const found = real_memrchr(in, value, size);
  const auto* const from = static_cast<const char*>(found == nullptr ? in : found);
  STEWARD_TOUCH.read(from, static_cast<std::size_t>(static_cast<const char*>(in) + size - from));
  return found;
}
STEWARD_FAMILY(void*, memmem,
               (const void* in, std::size_t size, const void* what, std::size_t what_size)) {
  void* const found = real_memmem(in, size, what, what_size);
  const std::size_t seen = found == nullptr ? size : up_to(found, in, size) - 1 + what_size;
  STEWARD_TOUCH.read(in, seen).read(what, what_size);
  return found;
}

// What Clang makes of the intrinsics, and the forms that check the size of what they write to.
STEWARD_INTERPOSED void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  STEWARD_COPIES(to, from, size);
  return real_memcpy(to, from, size);
}
STEWARD_INTERPOSED void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  STEWARD_COPIES(to, from, size);
  return real_memmove(to, from, size);
}
STEWARD_INTERPOSED void* __tsan_memset(void* to, int value, std::size_t size) {
  STEWARD_TOUCH.write(to, size);
  return real_memset(to, value, size);
}
