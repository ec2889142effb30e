#include "report/live/imports.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>

namespace steward::report {
namespace {

bool is_of_function(std::uint64_t relocation) {
  const auto type = GELF_R_TYPE(relocation);
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
}

}  // namespace

Imports::Imports(Dwfl_Module* module) {
  GElf_Addr bias = 0;
  Elf* const elf = module == nullptr ? nullptr : dwfl_module_getelf(module, &bias);
  if (elf == nullptr) return;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_RELA) continue;
    Elf_Scn* const symbols = elf_getscn(elf, header.sh_link);
    GElf_Shdr symbol_header;
    Elf_Data* const relocations = elf_getdata(section, nullptr);
    Elf_Data* const table = symbols == nullptr ? nullptr : elf_getdata(symbols, nullptr);
    if (relocations == nullptr || table == nullptr ||
        gelf_getshdr(symbols, &symbol_header) == nullptr || header.sh_entsize == 0)
      continue;
    GElf_Rela entry;
    for (int i = 0; gelf_getrela(relocations, i, &entry) != nullptr; ++i) {
      GElf_Sym symbol;
      if (!is_of_function(entry.r_info) ||
          gelf_getsym(table, static_cast<int>(GELF_R_SYM(entry.r_info)), &symbol) == nullptr)
        continue;
      if (const char* name = elf_strptr(elf, symbol_header.sh_link, symbol.st_name))
        names_.emplace(entry.r_offset + bias, name);
    }
  }
}

const std::string* Imports::at(std::uint64_t slot) const {
  const auto found = names_.find(slot);
  return found == names_.end() ? nullptr : &found->second;
}

}  // namespace steward::report
