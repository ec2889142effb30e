// Variables by a module's own table of symbols: the loader reads only what modules share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <span>
#include <sys/stat.h>

#include "runtime/platform/raw.h"

namespace steward {

struct NamedObject {
  char name[256] = "";  // as the linker has it; cut off if it is longer
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

// A file in memory, for as long as it is looked at.
class MappedModule {
 public:
  explicit MappedModule(const char* path) {
    const int file = raw::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status = {};
    if (!raw::failed(raw::call(SYS_fstat, file, reinterpret_cast<long>(&status))))
      size_ = static_cast<std::size_t>(status.st_size);
    if (size_ > 0) bytes_ = static_cast<char*>(raw::map(size_, PROT_READ, MAP_PRIVATE, file));
    raw::close(file);
    if (bytes_ == nullptr) size_ = 0;
  }
  ~MappedModule() {
    if (bytes_ != nullptr) raw::unmap(bytes_, size_);
  }
  MappedModule(const MappedModule&) = delete;
  MappedModule& operator=(const MappedModule&) = delete;

  // `count` of them at `offset`; none if the file is too short for that.
  template <class T>
  std::span<const T> at(std::uint64_t offset, std::uint64_t count) const {
    if (offset > size_ || count > (size_ - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(bytes_ + offset), count};
  }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

inline void copy_name(std::span<const char> names, std::uint64_t at, NamedObject& found) {
  std::size_t length = 0;
  while (at + length < names.size() && names[at + length] != 0 && length + 1 < sizeof found.name) {
    found.name[length] = names[at + length];
    ++length;
  }
  found.name[length] = 0;
}

// The variable around `address` in the ELF file `path`, whose addresses are `base` less. False if
// there is none, or no table.
inline bool find_variable(const char* path, std::uint64_t base, std::uint64_t address,
                          NamedObject& found) {
  const MappedModule module(path);
  const auto head = module.at<Elf64_Ehdr>(0, 1);
  if (head.empty() || __builtin_memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return false;
  const auto sections = module.at<Elf64_Shdr>(head[0].e_shoff, head[0].e_shnum);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const std::uint64_t count = section.sh_size / sizeof(Elf64_Sym);
    for (const Elf64_Sym& symbol : module.at<Elf64_Sym>(section.sh_offset, count)) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
          address - base - symbol.st_value >= symbol.st_size)
        continue;
      copy_name(module.at<char>(names.sh_offset, names.sh_size), symbol.st_name, found);
      found.begin = base + symbol.st_value;
      found.size = symbol.st_size;
      return true;
    }
  }
  return false;
}

}  // namespace steward
