// stdio where the program's own memory is read or written. What happens inside a FILE orders
// nobody: everybody prints. What goes through its descriptor does, where somebody receives it.
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/intercept/files_channels.h"
#include "runtime/intercept/memory_plain.h"

using namespace steward;

namespace {

// Its descriptor if that is one end of a pipe or socket, or -1: through a file, or the terminal,
// nobody hands anything over.
int channel_of(FILE* file, Touch touch) {
  const int number = file != nullptr && touch.heard() ? file->_fileno : -1;
  struct stat status = {};
  if (number <= STDERR_FILENO || fstat(number, &status) != 0) return -1;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ? number : -1;
}
// Something may go out now, or later.
void sends(FILE* file, Touch touch) {
  if (const int channel = channel_of(file, touch); channel >= 0) sending(channel, touch);
}
void received(FILE* file, Touch touch) {
  if (const int channel = channel_of(file, touch); channel >= 0)
    ChannelUse(channel, touch).receive();
}

}  // namespace

STEWARD_FAMILY(std::size_t, fread,
               (void* buffer, std::size_t size, std::size_t count, FILE* file)) {
  const std::size_t done = real_fread(buffer, size, count, file);
  received(file, STEWARD_TOUCH);
  STEWARD_TOUCH.wrote(buffer, done * size);
  return done;
}
STEWARD_FAMILY(std::size_t, fwrite,
               (const void* buffer, std::size_t size, std::size_t count, FILE* file)) {
  STEWARD_TOUCH.read(buffer, size * count);
  sends(file, STEWARD_TOUCH);
  return real_fwrite(buffer, size, count, file);
}
STEWARD_FAMILY(char*, fgets, (char* buffer, int size, FILE* file)) {
  char* const line = real_fgets(buffer, size, file);
  received(file, STEWARD_TOUCH);
  if (const Touch touch = STEWARD_TOUCH; line != nullptr && touch.heard())
    touch.wrote(line, plain::length(line) + 1);
  return line;
}
STEWARD_FAMILY(int, fputs, (const char* text, FILE* file)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(text, plain::length(text) + 1);
  sends(file, STEWARD_TOUCH);
  return real_fputs(text, file);
}
STEWARD_FAMILY(int, puts, (const char* text)) {
  if (const Touch touch = STEWARD_TOUCH; touch.heard()) touch.read(text, plain::length(text) + 1);
  return real_puts(text);
}

STEWARD_FAMILY(int, fflush, (FILE * file)) {
  sends(file, STEWARD_TOUCH);
  return real_fflush(file);
}
STEWARD_FAMILY(int, fclose, (FILE * file)) {
  if (const Touch touch = STEWARD_TOUCH; file->_fileno >= 0 && touch.heard())
    closing(file->_fileno, touch);
  return real_fclose(file);
}

namespace {

ssize_t came(FILE* file, ssize_t length, char** line, std::size_t* room, Touch touch) {
  received(file, touch);
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
  return came(file, real_getline(line, room, file), line, room, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, getdelim, (char** line, std::size_t* room, int last, FILE* file)) {
  return came(file, real_getdelim(line, room, last, file), line, room, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, __getdelim, (char** line, std::size_t* room, int last, FILE* file)) {
  return came(file, real___getdelim(line, room, last, file), line, room, STEWARD_TOUCH);
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

STEWARD_SECOND_NAME(__snprintf_chk);
STEWARD_SECOND_NAME(__sprintf_chk);
STEWARD_SECOND_NAME(asprintf);
STEWARD_SECOND_NAME(__asprintf_chk);
STEWARD_SECOND_NAME(snprintf);
STEWARD_SECOND_NAME(sprintf);
