// Strings that are written: copied, joined, cut up, doubled.
#include "runtime/intercept/malloc_events.h"
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

namespace {

std::size_t length_within(const char* s, std::size_t size) {
  std::size_t length = 0;
  while (length < size && static_cast<const volatile char*>(s)[length] != 0) ++length;
  return length;
}
// What is read of a string of which at most `size` characters count.
std::size_t read_within(const char* s, std::size_t size) {
  const std::size_t length = length_within(s, size);
  return length < size ? length + 1 : size;
}
bool is_in(const char* set, char c) {
  while (*set != 0 && *set != c) ++set;
  return *set != 0;
}
void copy(Touch touch, char* to, const char* from) {
  if (!touch.heard()) return;
  const std::size_t size = plain::length(from) + 1;
  touch.read(from, size).write(to, size);
}
void append(Touch touch, char* to, const char* from, std::size_t size) {
  if (!touch.heard()) return;
  const std::size_t before = plain::length(to);
  touch.read(to, before + 1).read(from, read_within(from, size));
  touch.write(to + before, length_within(from, size) + 1);
}
char* double_of(const char* s, std::size_t length, Touch touch) {
  auto* const made =
      static_cast<char*>(allocated(__libc_malloc(length + 1), length + 1, touch.counter()));
  if (made == nullptr) return made;
  plain::copy(made, s, length);
  made[length] = 0;
  touch.wrote(made, length + 1);
  return made;
}

}  // namespace

STEWARD_FAMILY(char*, strcpy, (char* to, const char* from)) {
  copy(STEWARD_TOUCH, to, from);
  return real_strcpy(to, from);
}
STEWARD_FAMILY(char*, stpcpy, (char* to, const char* from)) {
  copy(STEWARD_TOUCH, to, from);
  return real_stpcpy(to, from);
}
STEWARD_FAMILY(char*, strncpy, (char* to, const char* from, std::size_t size)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(from, read_within(from, size)).write(to, size);
  return real_strncpy(to, from, size);
}
STEWARD_FAMILY(char*, stpncpy, (char* to, const char* from, std::size_t size)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard())
    touch.read(from, read_within(from, size)).write(to, size);
  return real_stpncpy(to, from, size);
}
STEWARD_FAMILY(char*, strcat, (char* to, const char* from)) {
  append(STEWARD_TOUCH, to, from, SIZE_MAX);
  return real_strcat(to, from);
}
STEWARD_FAMILY(char*, strncat, (char* to, const char* from, std::size_t size)) {
  append(STEWARD_TOUCH, to, from, size);
  return real_strncat(to, from, size);
}

// The string up to the end of the part that is cut off; a zero is put there if there is none.
STEWARD_FAMILY(char*, strtok_r, (char* s, const char* set, char** rest)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    if (s == nullptr) touch.read(rest, sizeof *rest);
    touch.read(set, plain::length(set) + 1).write(rest, sizeof *rest);
    if (char* const begin = s != nullptr ? s : *rest; begin != nullptr) {
      char* end = begin;
      while (*end != 0 && is_in(set, *end)) ++end;
      while (*end != 0 && !is_in(set, *end)) ++end;
      touch.read(begin, static_cast<std::size_t>(end - begin) + 1);
      if (*end != 0) touch.write(end, 1);
    }
  }
  return real_strtok_r(s, set, rest);
}

// Where the rest begins is kept inside libc.
STEWARD_FAMILY(char*, strtok, (char* s, const char* set)) {
  char* const part = real_strtok(s, set);
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    touch.read(set, plain::length(set) + 1);
    if (part != nullptr) {
      const std::size_t length = plain::length(part);
      touch.read(part, length + 1).wrote(part + length, 1);
    }
  }
  return part;
}

// The new block belongs to the caller, not to a place inside libc.
STEWARD_FAMILY(char*, strdup, (const char* s)) {
  const std::size_t length = plain::length(s);
  STEWARD_TOUCH.read(s, length + 1);
  return double_of(s, length, STEWARD_TOUCH);
}
STEWARD_FAMILY(char*, __strdup, (const char* s)) {
  const std::size_t length = plain::length(s);
  STEWARD_TOUCH.read(s, length + 1);
  return double_of(s, length, STEWARD_TOUCH);
}
STEWARD_FAMILY(char*, strndup, (const char* s, std::size_t size)) {
  STEWARD_TOUCH.read(s, read_within(s, size));
  return double_of(s, length_within(s, size), STEWARD_TOUCH);
}
STEWARD_FAMILY(char*, __strndup, (const char* s, std::size_t size)) {
  STEWARD_TOUCH.read(s, read_within(s, size));
  return double_of(s, length_within(s, size), STEWARD_TOUCH);
}
