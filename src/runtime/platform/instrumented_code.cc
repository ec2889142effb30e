#include "runtime/platform/instrumented_code.h"

#include <atomic>
#include <cstddef>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

#include "base/spin_lock.h"
#include "core/policy/policy.h"

namespace steward {
namespace {

// What the loader was asked to find for a module.
class Wishes {
 public:
  explicit Wishes(const link_map& module) : base_(module.l_addr) {
    for (const ElfW(Dyn)* entry = module.l_ld; entry->d_tag != DT_NULL; ++entry) {
      switch (entry->d_tag) {
        case DT_SYMTAB: symbols_ = at<ElfW(Sym)>(entry->d_un.d_ptr); break;
        case DT_STRTAB: names_ = at<char>(entry->d_un.d_ptr); break;
        case DT_JMPREL: calls_.first = at<ElfW(Rela)>(entry->d_un.d_ptr); break;
        case DT_PLTRELSZ: calls_.bytes = entry->d_un.d_val; break;
        case DT_RELA: others_.first = at<ElfW(Rela)>(entry->d_un.d_ptr); break;
        case DT_RELASZ: others_.bytes = entry->d_un.d_val; break;
        default: break;
      }
    }
  }
  bool contain(std::string_view name) const {
    return contain(calls_, name) || contain(others_, name);
  }

 private:
  struct Table {
    const ElfW(Rela) * first = nullptr;
    std::size_t bytes = 0;
  };

  // The loader has added the base to most addresses already, but not to all.
  template <class T>
  const T* at(std::uint64_t address) const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): so it says
    return reinterpret_cast<const T*>(address < base_ ? address + base_ : address);
  }
  bool contain(const Table& table, std::string_view name) const {
    if (table.first == nullptr || symbols_ == nullptr || names_ == nullptr) return false;
    for (std::size_t i = 0; i < table.bytes / sizeof(ElfW(Rela)); ++i) {
      const std::uint64_t symbol = ELF64_R_SYM(table.first[i].r_info);
      if (symbol != 0 && names_ + symbols_[symbol].st_name == name) return true;
    }
    return false;
  }

  std::uint64_t base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  Table calls_;
  Table others_;
};

struct Module {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  bool instrumented = false;
};

Module module_with(std::uint64_t address) {
  dl_find_object found;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address in code
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  const auto begin = reinterpret_cast<std::uint64_t>(found.dlfo_map_start);
  return {begin, reinterpret_cast<std::uint64_t>(found.dlfo_map_end) - begin,
          Wishes(*found.dlfo_link_map).contain("__tsan_init")};
}

// Modules that were asked for. What is added stays, and is seen only when it is whole. Those that
// find no place are looked at each time.
constexpr std::size_t kModules = 512;
constinit Module modules[kModules] = {};
constinit std::atomic<std::size_t> known_modules = 0;
constinit SpinLock adding;

const Module* find(std::uint64_t address) {
  const std::size_t count = known_modules.load(std::memory_order_acquire);
  for (std::size_t i = 0; i < count; ++i)
    if (address - modules[i].begin < modules[i].size) return &modules[i];
  return nullptr;
}

}  // namespace

bool is_instrumented_code(std::uint64_t counter) {
  if (const Module* known = find(counter)) return known->instrumented;
  const Module module = module_with(counter);
  const Hold hold(adding);
  const std::size_t count = known_modules.load(std::memory_order_relaxed);
  if (module.size == 0 || count == kModules || find(counter) != nullptr) return module.instrumented;
  modules[count] = module;
  known_modules.store(count + 1, std::memory_order_release);
  return module.instrumented;
}

}  // namespace steward
