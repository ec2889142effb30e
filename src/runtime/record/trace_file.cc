#include "runtime/record/trace_file.h"

#include <cstring>
#include <string_view>

#include "runtime/platform/raw.h"

namespace steward {
namespace {

int create(const char* path) {
  return static_cast<int>(raw::call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path),
                                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

char* append_number(char* at, std::uint64_t value, unsigned base) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value != 0);
  while (count > 0) *at++ = digits[--count];
  return at;
}

}  // namespace

void TraceFile::open(const char* path) {
  if (path == nullptr || std::strlen(path) > 4000) return;
  file_ = create(path);
  if (file_ < 0) {
    char numbered[4096];
    const std::size_t length = std::strlen(path);
    std::memcpy(numbered, path, length);
    numbered[length] = '.';
    *append_number(numbered + length + 1, raw::process(), 10) = 0;
    file_ = create(numbered);
  }
  if (file_ >= 0) used(BinaryEncoder::header(0, room(binary_format::kHeaderBytes)));
}

void TraceFile::add(Event event, std::uint64_t counter) {
  if (file_ < 0) return;
  event.site = site_of(counter);
  used(encoder_.event(event, room(BinaryEncoder::kMaxEventBytes)));
}

void TraceFile::finish() {
  if (file_ < 0) return;
  used(encoder_.end(room(BinaryEncoder::kMaxEndBytes)));
  flush();
  raw::close(file_);
  file_ = -1;
}

void TraceFile::abandon() {
  if (file_ >= 0) raw::close(file_);
  file_ = -1;
  used_ = 0;
}

SiteId TraceFile::site_of(std::uint64_t counter) {
  if (counter == 0) return SiteId();
  const std::uint32_t number = sites_.number_of({counter});
  if (number <= sites_told_) return SiteId(number);
  sites_told_ = number;
  char name[2 + 16] = {'0', 'x'};
  // Inside the instruction, as in reports.
  const char* end = append_number(name + 2, counter - 1, 16);
  const std::string_view text(name, static_cast<std::size_t>(end - name));
  used(BinaryEncoder::site(SiteId(number), text, "", 0, 0, room(256)));
  return SiteId(number);
}

std::byte* TraceFile::room(std::size_t bytes) {
  if (kBufferBytes - used_ < bytes) flush();
  return buffer_ + used_;
}

void TraceFile::flush() {
  for (std::size_t written = 0; written < used_;) {
    const long now = raw::call(SYS_write, file_, reinterpret_cast<long>(buffer_ + written),
                               static_cast<long>(used_ - written));
    if (now <= 0) break;
    written += static_cast<std::size_t>(now);
  }
  used_ = 0;
}

}  // namespace steward
