// Names of places for programs that ask. Only what the loader knows: lines are the tool's business.
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>

#include "runtime/abi/questions.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// Text that is cut off where there is no more room, always ended by a zero.
class Text {
 public:
  Text(char* begin, std::size_t room) : at_(begin), left_(room) {
    if (left_ > 0) *at_ = 0;
  }
  Text& add(char c) {
    if (left_ <= 1) return *this;
    *at_++ = c;
    --left_;
    *at_ = 0;
    return *this;
  }
  Text& add(const char* text) {
    for (; *text != 0; ++text) add(*text);
    return *this;
  }
  Text& add_hex(std::uint64_t value) {
    add("0x");
    int shift = 60;
    while (shift > 0 && value >> shift == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) add("0123456789abcdef"[value >> shift & 15]);
    return *this;
  }

 private:
  char* at_;
  std::size_t left_;
};

struct Found {
  std::uint64_t address;
  const char* name = "??";
  const char* module = "??";
  std::uint64_t offset = 0;
};
Found find(const void* address) {
  Found found{reinterpret_cast<std::uint64_t>(address)};
  Dl_info info = {};
  if (dladdr(address, &info) == 0) return found;
  if (info.dli_sname != nullptr) found.name = first_name(info.dli_sname);
  if (info.dli_fname != nullptr) found.module = info.dli_fname;
  found.offset = found.address - reinterpret_cast<std::uint64_t>(info.dli_fbase);
  return found;
}

void print(const Found& found, const char* format, Text& to) {
  for (; *format != 0; ++format) {
    if (*format != '%' || format[1] == 0) {
      to.add(*format);
      continue;
    }
    switch (*++format) {
      case '%': to.add('%'); break;
      case 'n': to.add('0'); break;
      case 'p': to.add_hex(found.address); break;
      case 'm': to.add(found.module); break;
      case 'o': to.add_hex(found.offset); break;
      case 'f':
      case 'g': to.add(found.name); break;
      case 'F': to.add("in ").add(found.name); break;
      case 's':
      case 'S': to.add("??"); break;
      case 'l':
      case 'c': to.add('0'); break;
      case 'L':
      case 'M': to.add('(').add(found.module).add('+').add_hex(found.offset).add(')'); break;
      default: to.add('%').add(*format);
    }
  }
}

}  // namespace

// One place is one frame, in front of an empty one that ends the list.
STEWARD_INTERPOSED void __sanitizer_symbolize_pc(void* counter, const char* format, char* out,
                                                 std::size_t room) {
  if (room == 0) return;
  out[room - 1] = 0;
  Text text(out, room - 1);
  print(find(counter), format, text);
  std::size_t length = 0;
  while (length + 1 < room && out[length] != 0) ++length;
  if (length + 1 < room) out[length + 1] = 0;
}
STEWARD_INTERPOSED void __sanitizer_symbolize_global(void* object, const char* format, char* out,
                                                     std::size_t room) {
  if (room == 0) return;
  Text text(out, room);
  print(find(object), format, text);
}
STEWARD_INTERPOSED int __sanitizer_get_module_and_offset_for_pc(void* counter, char* module,
                                                                std::size_t room, void** offset) {
  const Found found = find(counter);
  if (found.offset == 0) return 0;
  if (room > 0) Text(module, room).add(found.module);
  *offset = reinterpret_cast<void*>(found.offset);
  return 1;
}
