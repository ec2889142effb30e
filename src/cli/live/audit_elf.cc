#include "cli/live/audit_elf.h"

#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <memory>
#include <string_view>
#include <unistd.h>

namespace steward::cli {
namespace {

using ElfPointer = std::unique_ptr<Elf, decltype(&elf_end)>;

std::string_view content_of(Elf_Scn* section) {
  const Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const char*>(data->d_buf), data->d_size};
}

void add_symbol(std::string_view name, const GElf_Sym& symbol, bool dynamic, ElfFacts& facts) {
  const bool defined = symbol.st_shndx != SHN_UNDEF;
  if (defined && name == "malloc") facts.defines_malloc = true;
  if (!dynamic || name.empty()) return;
  (defined ? facts.exported : facts.imported).emplace(name);
}

void add_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFacts& facts) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) return;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name != nullptr) add_symbol(name, symbol, header.sh_type == SHT_DYNSYM, facts);
  }
}

// Texts that end in a null byte each; every object file brings its own, so most are repeated.
void add_compilers(std::string_view texts, ElfFacts& facts) {
  std::set<std::string> seen;
  while (!texts.empty()) {
    const std::size_t end = std::min(texts.find('\0'), texts.size());
    if (end > 0 && seen.emplace(texts.substr(0, end)).second) {
      facts.compilers.emplace_back(texts.substr(0, end));
    }
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
}

void add_build_id(Elf_Scn* section, ElfFacts& facts) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr) return;
  GElf_Nhdr note;
  std::size_t name = 0, description = 0;
  if (gelf_getnote(data, 0, &note, &name, &description) == 0) return;
  const auto* bytes = static_cast<const unsigned char*>(data->d_buf) + description;
  for (std::size_t i = 0; i < note.n_descsz; ++i) facts.build_id += fmt::format("{:02x}", bytes[i]);
}

void add_section(Elf* elf, Elf_Scn* section, std::string_view name, ElfFacts& facts) {
  GElf_Shdr header;
  if (gelf_getshdr(section, &header) == nullptr) return;
  if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) {
    add_symbols(elf, section, header, facts);
  } else if (name == ".debug_info") {
    facts.debug_info = true;
  } else if (name == ".comment") {
    add_compilers(content_of(section), facts);
  } else if (name == ".note.gnu.build-id") {
    add_build_id(section, facts);
  } else if (name == ".interp") {
    facts.interpreter = content_of(section);
    while (facts.interpreter.ends_with('\0')) facts.interpreter.pop_back();
  }
}

std::optional<ElfFacts> read_facts(Elf* elf) {
  GElf_Ehdr header;
  std::size_t names = 0;
  if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == nullptr) return {};
  if (elf_getshdrstrndx(elf, &names) != 0) return {};
  ElfFacts facts;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr shape;
    if (gelf_getshdr(section, &shape) == nullptr) continue;
    const char* name = elf_strptr(elf, names, shape.sh_name);
    add_section(elf, section, name != nullptr ? name : "", facts);
  }
  // Executables that can be loaded anywhere have the type of a library, but ask for a loader.
  facts.executable = header.e_type == ET_EXEC || !facts.interpreter.empty();
  return facts;
}

}  // namespace

std::optional<ElfFacts> elf_facts(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  elf_version(EV_CURRENT);
  std::optional<ElfFacts> facts;
  {
    const ElfPointer elf(elf_begin(file, ELF_C_READ, nullptr), &elf_end);
    if (elf) facts = read_facts(elf.get());
  }
  close(file);
  return facts;
}

std::string debug_info_of(const ElfFacts& facts) {
  if (facts.debug_info) return "there";
  if (facts.build_id.size() <= 2) return {};
  std::string apart = fmt::format("/usr/lib/debug/.build-id/{}/{}.debug",
                                  facts.build_id.substr(0, 2), facts.build_id.substr(2));
  return access(apart.c_str(), R_OK) == 0 ? apart : "";
}

}  // namespace steward::cli
