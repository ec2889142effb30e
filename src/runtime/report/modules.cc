#include "runtime/report/modules.h"

#include <cstring>
#include <link.h>
#include <span>

#include "channel/encoder.h"
#include "runtime/platform/raw.h"
#include "runtime/state/runtime.h"

namespace steward {

using channel::Encoder;

namespace {

struct Loaded {
  std::uint64_t changes = 0;  // loads and unloads so far
  std::uint64_t count = 0;
  Encoder* list = nullptr;  // if given, every module is added
};

// The build id in a module's notes, as bytes in its memory.
std::span<const char> build_id(const dl_phdr_info& module) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module.dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(module.dlpi_addr + part.p_vaddr);
    const char* const end = at + part.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* name = at + sizeof *note;
      const char* value = name + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
          std::memcmp(name, "GNU", 4) == 0)
        return {value, note->n_descsz};
      at = value + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return {};
}

int look_at(dl_phdr_info* module, std::size_t, void* loaded_pointer) {
  auto& loaded = *static_cast<Loaded*>(loaded_pointer);
  loaded.changes = module->dlpi_adds + module->dlpi_subs;
  ++loaded.count;
  if (loaded.list == nullptr) return 0;
  std::uint64_t begin = UINT64_MAX;
  std::uint64_t end = 0;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const std::uint64_t from = module->dlpi_addr + part.p_vaddr;
    if (from < begin) begin = from;
    if (from + part.p_memsz > end) end = from + part.p_memsz;
  }
  const std::span<const char> id = build_id(*module);
  char path[4096];
  // The first module is the program, and has no name; others without one are the kernel's.
  if (module->dlpi_name[0] == 0 && loaded.count == 1) {
    const long size = raw::call(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>("/proc/self/exe"),
                                reinterpret_cast<long>(path), sizeof path - 1);
    path[size > 0 ? size : 0] = 0;
  } else {
    std::strncpy(path, module->dlpi_name, sizeof path - 1);
    path[sizeof path - 1] = 0;
  }
  loaded.list->text(path)
      .text_of(id.data(), id.size())
      .number(module->dlpi_addr)
      .number(begin)
      .number(end);
  return 0;
}

}  // namespace

std::uint64_t Modules::tell() {
  Loaded now;
  dl_iterate_phdr(look_at, &now);
  {
    const Hold hold(lock_);
    if (now.changes == told_) return told_;
    told_ = now.changes;
  }
  Encoder list(runtime_.heap);
  Loaded all;
  all.list = &list;
  dl_iterate_phdr(look_at, &all);
  Encoder body(runtime_.heap);
  body.number(all.count).append(list);
  runtime_.sender.send(channel::Kind::modules, body);
  return now.changes;
}

}  // namespace steward
