// Strings that are only read: measured, compared, searched.
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

namespace {

std::size_t distance(const char* from, const char* to) {
  return static_cast<std::size_t>(to - from);
}
int folded(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

// Both strings are read up to the first difference or the end.
template <class Same>
void compare(Touch touch, const char* a, const char* b, std::size_t size, Same&& same) {
  if (!touch.heard()) return;
  std::size_t seen = 0;
  while (seen < size) {
    const char x = a[seen];
    const char y = b[seen];
    ++seen;
    if (x == 0 || !same(x, y)) break;
  }
  touch.read(a, seen).read(b, seen);
}
constexpr auto kEqual = [](char x, char y) { return x == y; };
constexpr auto kEqualFolded = [](char x, char y) { return folded(x) == folded(y); };
constexpr std::size_t kAny = SIZE_MAX;

}  // namespace

STEWARD_FAMILY(std::size_t, strlen, (const char* s)) {
  const std::size_t length = families_ready ? real_strlen(s) : plain::length(s);
  STEWARD_TOUCH.read(s, length + 1);
  return length;
}
STEWARD_FAMILY(std::size_t, strnlen, (const char* s, std::size_t size)) {
  const std::size_t length = real_strnlen(s, size);
  STEWARD_TOUCH.read(s, length < size ? length + 1 : size);
  return length;
}
STEWARD_FAMILY(int, strcmp, (const char* a, const char* b)) {
  compare(STEWARD_TOUCH, a, b, kAny, kEqual);
  return real_strcmp(a, b);
}
STEWARD_FAMILY(int, strncmp, (const char* a, const char* b, std::size_t size)) {
  compare(STEWARD_TOUCH, a, b, size, kEqual);
  return real_strncmp(a, b, size);
}
STEWARD_FAMILY(int, strcasecmp, (const char* a, const char* b)) {
  compare(STEWARD_TOUCH, a, b, kAny, kEqualFolded);
  return real_strcasecmp(a, b);
}
STEWARD_FAMILY(int, strncasecmp, (const char* a, const char* b, std::size_t size)) {
  compare(STEWARD_TOUCH, a, b, size, kEqualFolded);
  return real_strncasecmp(a, b, size);
}

// From the beginning to what was found, or to the end.
STEWARD_FAMILY(char*, strchr, (const char* s, int c)) {
  char* const found = real_strchr(s, c);
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(s, (found == nullptr ? plain::length(s) : distance(s, found)) + 1);
  return found;
}
STEWARD_FAMILY(char*, index, (const char* s, int c)) {
  char* const found = real_index(s, c);
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(s, (found == nullptr ? plain::length(s) : distance(s, found)) + 1);
  return found;
}
STEWARD_FAMILY(char*, strchrnul, (const char* s, int c)) {
  char* const found = real_strchrnul(s, c);
  STEWARD_TOUCH.read(s, distance(s, found) + 1);
  return found;
}
STEWARD_FAMILY(char*, strrchr, (const char* s, int c)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(s, plain::length(s) + 1);
  return real_strrchr(s, c);
}
STEWARD_FAMILY(char*, rindex, (const char* s, int c)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(s, plain::length(s) + 1);
  return real_rindex(s, c);
}
STEWARD_FAMILY(char*, strstr, (const char* s, const char* what)) {
  char* const found = real_strstr(s, what);
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t length = plain::length(what);
    touch.read(what, length + 1);
    touch.read(s, found == nullptr ? plain::length(s) + 1 : distance(s, found) + length);
  }
  return found;
}
STEWARD_FAMILY(char*, strcasestr, (const char* s, const char* what)) {
  char* const found = real_strcasestr(s, what);
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t length = plain::length(what);
    touch.read(what, length + 1);
    touch.read(s, found == nullptr ? plain::length(s) + 1 : distance(s, found) + length);
  }
  return found;
}
STEWARD_FAMILY(char*, strpbrk, (const char* s, const char* set)) {
  char* const found = real_strpbrk(s, set);
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(set, plain::length(set) + 1)
        .read(s, (found == nullptr ? plain::length(s) : distance(s, found)) + 1);
  return found;
}
STEWARD_FAMILY(std::size_t, strspn, (const char* s, const char* set)) {
  const std::size_t length = real_strspn(s, set);
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(set, plain::length(set) + 1).read(s, length + 1);
  return length;
}
STEWARD_FAMILY(std::size_t, strcspn, (const char* s, const char* set)) {
  const std::size_t length = real_strcspn(s, set);
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(set, plain::length(set) + 1).read(s, length + 1);
  return length;
}
