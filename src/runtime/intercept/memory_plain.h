// Moving and comparing bytes without libc, for the time before it can be called. Written so that
// the compiler cannot take them for what they are and call libc's after all.
#pragma once

#include <cstddef>

namespace steward::plain {

inline void copy(void* to, const void* from, std::size_t size) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}
inline void fill(void* to, int value, std::size_t size) {
  asm volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
}
inline void copy_backwards(void* to, const void* from, std::size_t size) {
  auto* t = static_cast<volatile char*>(to);
  const auto* f = static_cast<const volatile char*>(from);
  while (size-- > 0) t[size] = f[size];
}
// The first `size` bytes of either, or of fewer.
inline int compare(const void* a, const void* b, std::size_t size) {
  const auto* x = static_cast<const volatile unsigned char*>(a);
  const auto* y = static_cast<const volatile unsigned char*>(b);
  for (std::size_t i = 0; i < size; ++i)
    if (const int difference = x[i] - y[i]; difference != 0) return difference;
  return 0;
}
// How many bytes are looked at to find the first difference.
inline std::size_t compared(const void* a, const void* b, std::size_t size) {
  const auto* x = static_cast<const volatile unsigned char*>(a);
  const auto* y = static_cast<const volatile unsigned char*>(b);
  for (std::size_t i = 0; i < size; ++i)
    if (x[i] != y[i]) return i + 1;
  return size;
}
// How many bytes are looked at to find the first of that value.
inline std::size_t searched(const void* in, int value, std::size_t size) {
  const auto* x = static_cast<const volatile unsigned char*>(in);
  for (std::size_t i = 0; i < size; ++i)
    if (x[i] == static_cast<unsigned char>(value)) return i + 1;
  return size;
}
inline std::size_t length(const char* text) {
  const volatile char* at = text;
  while (*at != 0) ++at;
  return static_cast<std::size_t>(const_cast<const char*>(at) - text);
}

}  // namespace steward::plain
