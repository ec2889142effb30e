#include "report/live/instrumentation.h"

#include <fcntl.h>
#include <gelf.h>
#include <memory>
#include <string_view>
#include <unistd.h>

namespace steward::report {
namespace {

// Looks through one symbol table.
void look_at(Elf* elf, Elf_Scn* section, Instrumentation& found) {
  GElf_Shdr header;
  if (gelf_getshdr(section, &header) == nullptr || header.sh_entsize == 0) return;
  if (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM) return;
  Elf_Data* data = elf_getdata(section, nullptr);
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) return;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || !std::string_view(name).starts_with("__tsan_")) continue;
    if (symbol.st_shndx == SHN_UNDEF) {
      if (found == Instrumentation::none) found = Instrumentation::dynamic;
    } else if (std::string_view(name) == "__tsan_init") {
      found = Instrumentation::linked;
    }
  }
}

}  // namespace

Instrumentation instrumentation_of(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Instrumentation::unreadable;
  elf_version(EV_CURRENT);
  Instrumentation found = Instrumentation::unreadable;
  {
    const std::unique_ptr<Elf, decltype(&elf_end)> elf(elf_begin(file, ELF_C_READ, nullptr),
                                                       &elf_end);
    if (elf && elf_kind(elf.get()) == ELF_K_ELF) {
      found = Instrumentation::none;
      for (Elf_Scn* s = nullptr; (s = elf_nextscn(elf.get(), s)) != nullptr;) {
        look_at(elf.get(), s, found);
      }
    }
  }
  close(file);
  return found;
}

}  // namespace steward::report
