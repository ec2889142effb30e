// The format of scanf: what each of its directives writes, and where.
#pragma once

#include <cstddef>
#include <cstdint>

namespace steward {

// One directive that stores something.
struct ScanTarget {
  enum class Kind {
    fixed,       // `size` bytes
    text,        // characters of `size` bytes each, with a zero behind them
    characters,  // `size` bytes without a zero
    made_text,   // a pointer to memory that the function allocates, for text or characters
  } kind = Kind::fixed;
  std::size_t size = 0;
  bool counts = true;  // among the items whose number scanf returns
};

// Reads a format from left to right.
class ScanFormat {
 public:
  explicit ScanFormat(const char* format) : at_(format) {}

  // The next directive that stores something; false at the end, or where the format is not one that
  // is known: then nothing is said of the rest.
  bool next(ScanTarget& target) {
    while (*at_ != 0) {
      if (*at_++ != '%') continue;
      if (*at_ == '%') {
        ++at_;
        continue;
      }
      if (*at_ == 0) return false;
      const bool stores = *at_ != '*';
      if (!stores) ++at_;
      if (!directive(target)) return false;
      if (stores) return true;
    }
    return false;
  }

 private:
  bool directive(ScanTarget& target) {
    std::size_t width = 0;
    const char* const digits = at_;
    while (*at_ >= '0' && *at_ <= '9') width = width * 10 + static_cast<std::size_t>(*at_++ - '0');
    if (*at_ == '$' || (at_ != digits && width == 0)) return false;
    const bool makes = *at_ == 'm';
    if (makes) ++at_;
    const std::size_t integer = length();
    const char kind = *at_ == 0 ? '\0' : *at_++;
    const bool wide = integer == sizeof(long) && long_;
    target = {};
    switch (kind) {
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X': target.size = integer; return true;
      case 'n':
        target.size = integer;
        target.counts = false;
        return true;
      case 'p': target.size = sizeof(void*); return true;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        target.size = long_double_ ? sizeof(long double) : long_ ? sizeof(double) : sizeof(float);
        return true;
      case 'c':
      case 'C':
        target.kind = ScanTarget::Kind::characters;
        target.size = (width == 0 ? 1 : width) * (wide || kind == 'C' ? sizeof(wchar_t) : 1);
        break;
      case '[':
        if (!skip_set()) return false;
        [[fallthrough]];
      case 's':
      case 'S':
        target.kind = ScanTarget::Kind::text;
        target.size = wide || kind == 'S' ? sizeof(wchar_t) : 1;
        break;
      default: return false;
    }
    if (makes) target = {ScanTarget::Kind::made_text, sizeof(void*), true};
    return true;
  }
  // The size of an integer with this length modifier.
  std::size_t length() {
    long_ = long_double_ = false;
    switch (*at_) {
      case 'h':
        if (*++at_ != 'h') return sizeof(short);
        ++at_;
        return sizeof(char);
      case 'l':
        long_ = true;
        if (*++at_ != 'l') return sizeof(long);
        ++at_;
        return sizeof(long long);
      case 'q':
      case 'L':
        ++at_;
        long_double_ = true;
        return sizeof(long long);
      case 'j': ++at_; return sizeof(std::intmax_t);
      case 'z':
      case 't': ++at_; return sizeof(std::size_t);
      default: return sizeof(int);
    }
  }
  // Up to behind the bracket that closes it; one that comes first belongs to the set.
  bool skip_set() {
    if (*at_ == '^') ++at_;
    if (*at_ == ']') ++at_;
    while (*at_ != 0 && *at_ != ']') ++at_;
    return *at_ == ']' && *at_++ != 0;
  }

  const char* at_;
  bool long_ = false;
  bool long_double_ = false;
};

}  // namespace steward
