#include "report/live/module_symbols.h"

#include <algorithm>
#include <elfutils/libdwfl.h>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "report/live/call_sites.h"
#include "report/live/demangle.h"

namespace steward::report {
namespace {

const Dwfl_Callbacks* callbacks() {
  // Debug information beside the file, or below /usr/lib/debug by its build id.
  static const Dwfl_Callbacks table{dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                    dwfl_offline_section_address, nullptr};
  return &table;
}

std::string build_id_of(Dwfl_Module* module) {
  const unsigned char* bits = nullptr;
  GElf_Addr where = 0;
  const int size = dwfl_module_build_id(module, &bits, &where);
  std::string text;
  for (int i = 0; i < size; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += {kDigits[bits[i] >> 4], kDigits[bits[i] & 15]};
  }
  return text;
}

struct FoundSymbol {
  std::string name;
  GElf_Off offset = 0;
  GElf_Sym symbol{};
};

std::optional<FoundSymbol> symbol_at(Dwfl_Module* module, std::uint64_t address) {
  FoundSymbol found;
  const char* name = dwfl_module_addrinfo(module, address, &found.offset, &found.symbol, nullptr,
                                          nullptr, nullptr);
  // libdw also offers the nearest symbol before; that is a guess.
  if (name == nullptr || found.offset >= found.symbol.st_size) return std::nullopt;
  found.name = name;
  return found;
}

// A function of C++ as the source has it, no part or variant that the compiler made.
bool is_plain_mangled(const std::string& symbol) {
  return symbol.starts_with("_Z") && symbol.find('.') == std::string::npos;
}

// How far two call sites are one and the same line of source.
auto place_of(const Frame& frame, std::uint64_t address) {
  return std::tuple(frame.file, frame.line, frame.column, frame.line ? 0 : address);
}

}  // namespace

void ModuleSymbols::Close::operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }

ModuleSymbols::ModuleSymbols(std::string path, const std::string& build_id)
    : dwfl_(dwfl_begin(callbacks())) {
  if (!dwfl_) return;
  dwfl_report_begin(dwfl_.get());
  module_ = dwfl_report_elf(dwfl_.get(), path.c_str(), path.c_str(), -1, 0, true);
  dwfl_report_end(dwfl_.get(), nullptr, nullptr);
  if (module_ == nullptr) return;
  const std::string on_disk = build_id_of(module_);
  if (!build_id.empty() && !on_disk.empty() && on_disk != build_id) module_ = nullptr;
  debug_.emplace(module_);
}

const Stack& ModuleSymbols::frames(std::uint64_t address) {
  const auto known = frames_.find(address);
  if (known != frames_.end()) return known->second;
  return frames_.emplace(address, read_frames(address)).first->second;
}

std::uint32_t ModuleSymbols::ordinal(std::uint64_t address) {
  const auto known = ordinals_.find(address);
  if (known != ordinals_.end()) return known->second;
  return ordinals_.emplace(address, count_ordinal(address)).first->second;
}

Stack ModuleSymbols::read_frames(std::uint64_t address) {
  if (module_ == nullptr) return {Frame{}};
  Stack stack = debug_->frames(address);
  if (stack.empty()) stack.emplace_back();
  // Debug information of lines alone has names without parameters; the symbol has all.
  std::optional<std::string>& function = stack.back().function;
  if (!function || function->find('(') == std::string::npos) {
    const auto found = symbol_at(module_, address);
    if (found && (!function || is_plain_mangled(found->name))) function = demangled(found->name);
  }
  return stack;
}

std::optional<SymbolAt> ModuleSymbols::variable(std::uint64_t address) {
  if (module_ == nullptr) return std::nullopt;
  const auto found = symbol_at(module_, address);
  if (!found || GELF_ST_TYPE(found->symbol.st_info) == STT_FUNC) return std::nullopt;
  return SymbolAt{demangled(found->name), found->offset, found->symbol.st_size};
}

namespace {

// f(readable name, begin, size) for each symbol of a type.
template <class F>
void for_each_symbol(Dwfl_Module* module, int type, F&& f) {
  const int count = module == nullptr ? 0 : dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* name =
        dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != type || symbol.st_shndx == SHN_UNDEF ||
        symbol.st_size == 0)
      continue;
    f(demangled(name), address, symbol.st_size);
  }
}

}  // namespace

void ModuleSymbols::for_each_function(
    const std::function<void(const std::string&, std::uint64_t, std::uint64_t)>& f) {
  for_each_symbol(module_, STT_FUNC,
                  [&](const std::string& name, std::uint64_t begin, std::uint64_t size) {
                    f(name, begin, begin + size);
                  });
}

void ModuleSymbols::for_each_variable(
    const std::function<void(const std::string&, std::uint64_t, std::uint64_t)>& f) {
  for_each_symbol(module_, STT_OBJECT, f);
}

ModuleSymbols::Code ModuleSymbols::code_around(std::uint64_t address, std::uint64_t before,
                                               std::uint64_t after) {
  GElf_Addr in_section = address, bias = 0;
  Elf_Scn* section = dwfl_module_address_section(module_, &in_section, &bias);
  Elf_Data* data = section == nullptr ? nullptr : elf_rawdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr || in_section >= data->d_size) return {};
  before = std::min<std::uint64_t>(before, in_section);
  after = std::min<std::uint64_t>(after, data->d_size - in_section);
  return {{static_cast<const std::uint8_t*>(data->d_buf) + in_section - before, before + after},
          address - before};
}

std::vector<std::uint64_t> ModuleSymbols::calls_like(std::uint64_t address) {
  const auto function = symbol_at(module_, address);
  if (!function) return {};
  const Code code =
      code_around(address, function->offset, function->symbol.st_size - function->offset);
  return calls_to_same_target(code.bytes, code.begin, address);
}

std::optional<std::string> ModuleSymbols::callee(std::uint64_t address) {
  constexpr std::uint64_t kLongestCall = 6;
  constexpr std::uint64_t kLinkageEntry = 16;
  if (module_ == nullptr) return std::nullopt;
  const Code call = code_around(address, kLongestCall - 1, 1);
  auto target = call_target(call.bytes, call.begin, address);
  if (target && !target->through_word) {
    const Code entry = code_around(target->address, 0, kLinkageEntry);
    target = linkage_target(entry.bytes, entry.begin);
  }
  if (!target) return std::nullopt;
  if (!imports_) imports_.emplace(module_);
  const std::string* const name = imports_->at(target->address);
  if (name == nullptr) return std::nullopt;
  // clang calls the runtime for what the source calls memcpy, memmove and memset.
  constexpr std::string_view kCallback = "__tsan_";
  if (name->starts_with("__tsan_mem")) return name->substr(kCallback.size());
  // The one question among the callbacks, which only a source calls.
  if (name->starts_with(kCallback) && *name != "__tsan_check_no_mutexes_held") return std::nullopt;
  return demangled(*name);
}

std::uint32_t ModuleSymbols::count_ordinal(std::uint64_t address) {
  if (module_ == nullptr) return 0;
  const Frame own = frames(address).front();
  const auto own_place = place_of(own, address);
  std::set<decltype(place_of(own, address))> earlier;
  for (const std::uint64_t other : calls_like(address)) {
    const Frame frame = frames(other).front();
    const auto place = place_of(frame, other);
    if (frame.function == own.function && place < own_place) earlier.insert(place);
  }
  return static_cast<std::uint32_t>(earlier.size());
}

}  // namespace steward::report
