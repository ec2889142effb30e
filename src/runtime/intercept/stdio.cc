// stdio where the program's own memory is read or written. What happens inside a FILE orders
// nobody: everybody prints.
#include <stdarg.h>
#include <stdio.h>

#include "runtime/intercept/memory_family.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

STEWARD_FAMILY(std::size_t, fread,
               (void* buffer, std::size_t size, std::size_t count, FILE* file)) {
  const std::size_t done = real_fread(buffer, size, count, file);
  STEWARD_TOUCH.wrote(buffer, done * size);
  return done;
}
STEWARD_FAMILY(std::size_t, fwrite,
               (const void* buffer, std::size_t size, std::size_t count, FILE* file)) {
  STEWARD_TOUCH.read(buffer, size * count);
  return real_fwrite(buffer, size, count, file);
}
STEWARD_FAMILY(char*, fgets, (char* buffer, int size, FILE* file)) {
  char* const line = real_fgets(buffer, size, file);
  if (const Touch touch = STEWARD_TOUCH; line != nullptr && touch.heard())
    touch.wrote(line, plain::length(line) + 1);
  return line;
}
STEWARD_FAMILY(int, fputs, (const char* text, FILE* file)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(text, plain::length(text) + 1);
  return real_fputs(text, file);
}
STEWARD_FAMILY(int, puts, (const char* text)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(text, plain::length(text) + 1);
  return real_puts(text);
}

namespace {

ssize_t came(ssize_t length, char** line, std::size_t* room, Touch touch) {
  touch.wrote(line).wrote(room);
  if (length >= 0) touch.wrote(*line, static_cast<std::size_t>(length) + 1);
  return length;
}
// What was printed into memory, of which there may be less than was wished for.
int printed(int length, char* buffer, std::size_t room, Touch touch) {
  if (length < 0 || room == 0) return length;
  const std::size_t size = static_cast<std::size_t>(length) + 1;
  touch.wrote(buffer, size < room ? size : room);
  return length;
}

int made(int length, char** text, Touch touch) {
  if (length >= 0) touch.wrote(text).wrote(*text, static_cast<std::size_t>(length) + 1);
  return length;
}

}  // namespace

STEWARD_FAMILY(ssize_t, getline, (char** line, std::size_t* room, FILE* file)) {
  return came(real_getline(line, room, file), line, room, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, getdelim, (char** line, std::size_t* room, int last, FILE* file)) {
  return came(real_getdelim(line, room, last, file), line, room, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, __getdelim, (char** line, std::size_t* room, int last, FILE* file)) {
  return came(real___getdelim(line, room, last, file), line, room, STEWARD_TOUCH);
}

STEWARD_FAMILY(int, vsprintf, (char* buffer, const char* format, va_list values)) {
  return printed(real_vsprintf(buffer, format, values), buffer, SIZE_MAX, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, vsnprintf,
               (char* buffer, std::size_t room, const char* format, va_list values)) {
  return printed(real_vsnprintf(buffer, room, format, values), buffer, room, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, __vsprintf_chk,
               (char* buffer, int flag, std::size_t room, const char* format, va_list values)) {
  return printed(real___vsprintf_chk(buffer, flag, room, format, values), buffer, room,
                 STEWARD_TOUCH);
}
STEWARD_FAMILY(int, __vsnprintf_chk,
               (char* buffer, std::size_t room, int flag, std::size_t all, const char* format,
                va_list values)) {
  return printed(real___vsnprintf_chk(buffer, room, flag, all, format, values), buffer, room,
                 STEWARD_TOUCH);
}
STEWARD_FAMILY(int, vasprintf, (char** text, const char* format, va_list values)) {
  return made(real_vasprintf(text, format, values), text, STEWARD_TOUCH);
}
STEWARD_FAMILY(int, __vasprintf_chk, (char** text, int flag, const char* format, va_list values)) {
  return made(real___vasprintf_chk(text, flag, format, values), text, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int asprintf(char** text, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = real_vasprintf(text, format, values);
  va_end(values);
  return made(length, text, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int __asprintf_chk(char** text, int flag, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = real___vasprintf_chk(text, flag, format, values);
  va_end(values);
  return made(length, text, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int sprintf(char* buffer, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = real_vsprintf(buffer, format, values);
  va_end(values);
  return printed(length, buffer, SIZE_MAX, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int snprintf(char* buffer, std::size_t room, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = real_vsnprintf(buffer, room, format, values);
  va_end(values);
  return printed(length, buffer, room, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int __sprintf_chk(char* buffer, int flag, std::size_t room, const char* format,
                                     ...) {
  va_list values;
  va_start(values, format);
  const int length = real___vsprintf_chk(buffer, flag, room, format, values);
  va_end(values);
  return printed(length, buffer, room, STEWARD_TOUCH);
}
STEWARD_INTERPOSED int __snprintf_chk(char* buffer, std::size_t room, int flag, std::size_t all,
                                      const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = real___vsnprintf_chk(buffer, room, flag, all, format, values);
  va_end(values);
  return printed(length, buffer, room, STEWARD_TOUCH);
}
