#include "runtime/record/trace_file.h"

#include <atomic>
#include <cstring>
#include <string_view>

#include "runtime/platform/raw.h"

namespace steward {
namespace {

int create(const char* path) {
  return static_cast<int>(raw::call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path),
                                    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
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
  int file = create(path);
  if (file < 0) {
    char numbered[4096];
    const std::size_t length = std::strlen(path);
    std::memcpy(numbered, path, length);
    numbered[length] = '.';
    *append_number(numbered + length + 1, raw::process(), 10) = 0;
    file = create(numbered);
  }
  if (file < 0) return;
  file_.begin(file);
  if (!has_room()) return give_up();
  std::byte header[binary_format::kHeaderBytes];
  put(header, BinaryEncoder::header(0, header));
}

void TraceFile::add(Event event, std::uint64_t counter) {
  if (lost_is_to_be_told_) [[unlikely]] {
    lost_is_to_be_told_ = false;
    lost_();
  }
  if (!file_.is_open()) return;
  if (!has_room()) [[unlikely]]
    return give_up();
  event.site = site_of(counter);
  std::byte record[BinaryEncoder::kMaxEventBytes];
  put(record, encoder_.event(event, record));
}

void TraceFile::finish() {
  if (!file_.is_open()) return;
  file_.used(static_cast<std::size_t>(encoder_.end(file_.room(0)) - file_.room(0)));
  file_.finish();
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
  std::byte record[kMaxSiteBytes];
  put(record, BinaryEncoder::site(SiteId(number), text, "", 0, 0, record));
  return SiteId(number);
}

void TraceFile::put(const std::byte* record, const std::byte* end) {
  const auto size = static_cast<std::size_t>(end - record);
  std::byte* const to = file_.room(0);
  std::memcpy(to + 1, record + 1, size - 1);
  to[size] = std::byte(binary_format::kEnd);
  // From here on the record is there.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  *to = *record;
  file_.used(size);
}

void TraceFile::give_up() {
  lost_is_to_be_told_ = true;
  // There has always been room for the end behind the last record, if there was room at all.
  if (file_.room(0) == nullptr) file_.leave();
  else finish();
}

}  // namespace steward
