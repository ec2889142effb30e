// System calls without libc: the names of libc's functions are interposed, by us among others, and
// must not be called from inside the runtime.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>

namespace steward::raw {

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
inline bool failed(long result) { return result < 0 && result > -4096; }

inline void* map(std::size_t bytes, int protection, int flags, int file, void* at = nullptr) {
  const long result = call(SYS_mmap, reinterpret_cast<long>(at), static_cast<long>(bytes),
                           protection, flags, file, 0);
  return failed(result) ? nullptr : reinterpret_cast<void*>(result);
}
inline void unmap(void* memory, std::size_t bytes) {
  call(SYS_munmap, reinterpret_cast<long>(memory), static_cast<long>(bytes));
}
inline int open(const char* path, int flags) {
  return static_cast<int>(call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), flags));
}
inline long read(int file, void* into, std::size_t bytes) {
  return call(SYS_read, file, reinterpret_cast<long>(into), static_cast<long>(bytes));
}
inline bool read_whole(int file, void* into, std::size_t bytes) {
  for (auto* at = static_cast<char*>(into); bytes > 0;) {
    const long count = read(file, at, bytes);
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}
inline void close(int file) { call(SYS_close, file); }
inline void write(int file, const char* text, std::size_t bytes) {
  call(SYS_write, file, reinterpret_cast<long>(text), static_cast<long>(bytes));
}
inline std::uint32_t process() { return static_cast<std::uint32_t>(call(SYS_getpid)); }
inline std::uint32_t parent_process() { return static_cast<std::uint32_t>(call(SYS_getppid)); }
inline bool exists(std::uint32_t process) {
  return call(SYS_kill, static_cast<long>(process), 0) != -3;  // -ESRCH
}
[[noreturn]] inline void exit_process(int code) {
  for (;;) call(SYS_exit_group, code);
}
// Copies memory of a process that may not be there, or may go away meanwhile. How many bytes, or
// an error.
inline long look_at(std::uint32_t process, const void* from, void* into, std::size_t bytes) {
  const iovec remote = {const_cast<void*>(from), bytes};
  const iovec local = {into, bytes};
  return call(SYS_process_vm_readv, process, reinterpret_cast<long>(&local), 1,
              reinterpret_cast<long>(&remote), 1, 0);
}
// Of a clock that only goes forward.
inline std::uint64_t milliseconds() {
  timespec now = {};
  call(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&now));
  return static_cast<std::uint64_t>(now.tv_sec) * 1000 +
         static_cast<std::uint64_t>(now.tv_nsec) / 1'000'000;
}

// Shared futexes: the other side is another process.
inline void wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, long milliseconds) {
  const timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAIT, expected,
       reinterpret_cast<long>(&limit));
}
// Of one's own process, without a limit.
inline void park(std::atomic<std::uint32_t>& word, std::uint32_t expected) {
  call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAIT_PRIVATE, expected, 0);
}
// For so long at most; false if that has passed.
inline bool park(std::atomic<std::uint32_t>& word, std::uint32_t expected, long milliseconds) {
  const timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  return call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAIT_PRIVATE, expected,
              reinterpret_cast<long>(&limit)) != -110;  // -ETIMEDOUT
}
inline void unpark(std::atomic<std::uint32_t>& word) {
  call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAKE_PRIVATE, 1);
}
inline void wake_all(std::atomic<std::uint32_t>& word) {
  call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAKE, 0x7fffffff);
}

}  // namespace steward::raw
