// The forms of fortified builds: the same functions, with the size of what they write to.
#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

STEWARD_FAMILY(void*, __memcpy_chk,
               (void* to, const void* from, std::size_t size, std::size_t room)) {
  STEWARD_COPIES(to, from, size <= room ? size : 0);
  return real___memcpy_chk(to, from, size, room);
}
STEWARD_FAMILY(void*, __memmove_chk,
               (void* to, const void* from, std::size_t size, std::size_t room)) {
  STEWARD_COPIES(to, from, size <= room ? size : 0);
  return real___memmove_chk(to, from, size, room);
}
STEWARD_FAMILY(void*, __mempcpy_chk,
               (void* to, const void* from, std::size_t size, std::size_t room)) {
  STEWARD_COPIES(to, from, size <= room ? size : 0);
  return real___mempcpy_chk(to, from, size, room);
}
STEWARD_FAMILY(void*, __memset_chk, (void* to, int value, std::size_t size, std::size_t room)) {
  if (size <= room) STEWARD_TOUCH.write(to, size);
  return real___memset_chk(to, value, size, room);
}
STEWARD_FAMILY(char*, __strcpy_chk, (char* to, const char* from, std::size_t room)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t size = plain::length(from) + 1;
    if (size <= room) touch.write(to, size).read(from, size);
  }
  return real___strcpy_chk(to, from, room);
}
STEWARD_FAMILY(char*, __stpcpy_chk, (char* to, const char* from, std::size_t room)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t size = plain::length(from) + 1;
    if (size <= room) touch.write(to, size).read(from, size);
  }
  return real___stpcpy_chk(to, from, room);
}
STEWARD_FAMILY(char*, __strcat_chk, (char* to, const char* from, std::size_t room)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) {
    const std::size_t size = plain::length(from) + 1;
    const std::size_t before = plain::length(to);
    touch.read(from, size).read(to, before + 1);
    if (before + size <= room) touch.write(to + before, size);
  }
  return real___strcat_chk(to, from, room);
}
STEWARD_FAMILY(char*, __strncpy_chk,
               (char* to, const char* from, std::size_t size, std::size_t room)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard() && size <= room) {
    std::size_t length = 0;
    while (length < size && from[length] != 0) ++length;
    touch.read(from, length < size ? length + 1 : size).write(to, size);
  }
  return real___strncpy_chk(to, from, size, room);
}
