// A file that grows at its end, written through a window of it in memory: what is there has reached
// the file, however the process ends.
//
// Room is made on the disk before it is shown. So a full disk is noticed here, and never by a
// signal in the middle of a store.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sys/resource.h>
#include <sys/stat.h>

#include "runtime/platform/raw.h"

namespace steward {

// Thread safety: none.
class MappedFile {
 public:
  static constexpr std::size_t kWindow = std::size_t{1} << 20;

  // Takes over a descriptor that is open for reading and writing.
  void begin(int file) {
    file_ = file;
    // Out of the way of programs that close all descriptors that they do not know.
    constexpr long kHigh = 900;
    if (const long high = raw::call(SYS_fcntl, file, F_DUPFD_CLOEXEC, kHigh); !raw::failed(high)) {
      raw::close(file);
      file_ = static_cast<int>(high);
    }
    identity_ = identity_of(file_);
  }
  bool is_open() const { return file_ >= 0; }

  // Where the next bytes go, with room for at least this many: what was there before is kept.
  // Null if the file cannot grow. REQUIRES: bytes is at most kWindow less a page.
  std::byte* room(std::size_t bytes) {
    if (window_ != nullptr && begin_ + kWindow - end_ >= bytes) return window_ + (end_ - begin_);
    return is_open() && move_window() ? window_ + (end_ - begin_) : nullptr;
  }
  // So many bytes behind the end belong to the file now.
  void used(std::size_t bytes) { end_ += bytes; }

  // Nothing stands behind what was used.
  void finish() {
    if (is_ours()) raw::call(SYS_ftruncate, file_, static_cast<long>(end_));
    leave();
  }
  // The file is left as it is.
  void leave() {
    if (window_ != nullptr) raw::unmap(window_, kWindow);
    window_ = nullptr;
    if (is_ours()) raw::close(file_);
    file_ = -1;
  }

 private:
  static constexpr std::uint64_t kPage = 4096;

  struct Identity {
    std::uint64_t device = 0, number = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static Identity identity_of(int file) {
    struct stat status = {};
    if (raw::failed(raw::call(SYS_fstat, file, reinterpret_cast<long>(&status)))) return {};
    return {status.st_dev, status.st_ino};
  }
  // Or else the program has closed it, and perhaps has a file of its own under this number.
  bool is_ours() const { return is_open() && identity_of(file_) == identity_; }

  bool move_window() {
    if (!is_ours()) return false;
    const std::uint64_t begin = end_ / kPage * kPage;
    if (!make_room(begin)) return false;
    const long made = raw::call(SYS_mmap, 0, kWindow, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                static_cast<long>(begin));
    if (raw::failed(made)) return false;
    if (window_ != nullptr) raw::unmap(window_, kWindow);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where the system says it is
    window_ = reinterpret_cast<std::byte*>(made);
    begin_ = begin;
    return true;
  }
  // On disk, for a window from `begin` on. Who goes over the limit that a user has set for files
  // gets a signal: so it is looked at before.
  bool make_room(std::uint64_t begin) const {
    rlimit limit = {};
    raw::call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, reinterpret_cast<long>(&limit));
    if (limit.rlim_cur != RLIM_INFINITY && begin + kWindow > limit.rlim_cur) return false;
    const long made = raw::call(SYS_fallocate, file_, 0, static_cast<long>(begin), kWindow);
    return made == -kNotSupported ? fill(begin) : !raw::failed(made);
  }
  // Where the system cannot promise room, it is taken: from the end of the file on, since what lies
  // before is in use.
  bool fill(std::uint64_t begin) const {
    static constexpr char kNothing[kPage] = {};
    const std::uint64_t known = window_ == nullptr ? begin : begin_ + kWindow;
    for (std::uint64_t at = std::max(begin, known); at < begin + kWindow; at += kPage)
      if (raw::call(SYS_pwrite64, file_, reinterpret_cast<long>(kNothing), kPage,
                    static_cast<long>(at)) != static_cast<long>(kPage))
        return false;
    return true;
  }

  static constexpr long kNotSupported = 95;  // EOPNOTSUPP

  int file_ = -1;
  Identity identity_;
  std::byte* window_ = nullptr;
  std::uint64_t begin_ = 0;  // of the window, in the file
  std::uint64_t end_ = 0;    // of what was used
};

}  // namespace steward
