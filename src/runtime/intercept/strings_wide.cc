// Wide strings, and memory by wide characters.
#include <wchar.h>

#include "runtime/intercept/memory_family.h"

using namespace steward;

namespace {

std::size_t bytes(std::size_t characters) { return characters * sizeof(wchar_t); }
std::size_t length_of(const wchar_t* s) {
  const volatile wchar_t* at = s;
  while (*at != 0) ++at;
  return static_cast<std::size_t>(const_cast<const wchar_t*>(at) - s);
}
void compare(Touch touch, const wchar_t* a, const wchar_t* b, std::size_t size) {
  if (!touch.heard()) return;
  std::size_t seen = 0;
  while (seen < size) {
    const wchar_t x = a[seen];
    const wchar_t y = b[seen];
    ++seen;
    if (x == 0 || x != y) break;
  }
  touch.read(a, bytes(seen)).read(b, bytes(seen));
}

}  // namespace

STEWARD_FAMILY(std::size_t, wcslen, (const wchar_t* s)) {
  const std::size_t length = real_wcslen(s);
  STEWARD_TOUCH.read(s, bytes(length + 1));
  return length;
}
STEWARD_FAMILY(std::size_t, wcsnlen, (const wchar_t* s, std::size_t size)) {
  const std::size_t length = real_wcsnlen(s, size);
  STEWARD_TOUCH.read(s, bytes(length < size ? length + 1 : size));
  return length;
}
STEWARD_FAMILY(int, wcscmp, (const wchar_t* a, const wchar_t* b)) {
  compare(STEWARD_TOUCH, a, b, SIZE_MAX);
  return real_wcscmp(a, b);
}
STEWARD_FAMILY(int, wcsncmp, (const wchar_t* a, const wchar_t* b, std::size_t size)) {
  compare(STEWARD_TOUCH, a, b, size);
  return real_wcsncmp(a, b, size);
}
STEWARD_FAMILY(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t size = bytes(length_of(from) + 1);
    touch.read(from, size).write(to, size);
  }
  return real_wcscpy(to, from);
}
STEWARD_FAMILY(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t size = bytes(length_of(from) + 1);
    const std::size_t before = length_of(to);
    touch.read(from, size).read(to, bytes(before + 1)).write(to + before, size);
  }
  return real_wcscat(to, from);
}
STEWARD_FAMILY(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, std::size_t count)) {
  STEWARD_TOUCH.read(from, bytes(count)).write(to, bytes(count));
  return real_wmemcpy(to, from, count);
}
STEWARD_FAMILY(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, std::size_t count)) {
  STEWARD_TOUCH.read(from, bytes(count)).write(to, bytes(count));
  return real_wmemmove(to, from, count);
}
STEWARD_FAMILY(wchar_t*, wmemset, (wchar_t * to, wchar_t value, std::size_t count)) {
  STEWARD_TOUCH.write(to, bytes(count));
  return real_wmemset(to, value, count);
}
