// What lies at an address: the program, or a debugger in it, asks.
#include <dlfcn.h>
#include <link.h>

#include "runtime/abi/questions.h"
#include "runtime/platform/real.h"
#include "runtime/platform/symbol_table.h"

using namespace steward;

// "heap", "stack", "tls", "global" or "unknown", and where the object is.
STEWARD_INTERPOSED const char* __tsan_locate_address(void* address, char* name,
                                                     std::size_t name_size, void** begin,
                                                     std::size_t* size) {
  *begin = nullptr;
  *size = 0;
  copy_text(name, name_size, "");
  const Scope scope(STEWARD_CALLER);
  if (!scope) return "unknown";
  const Address at = Scope::range_of(address, 0).begin;
  if (const auto block = scope.state().blocks.around(at)) {
    *begin = reinterpret_cast<void*>(block->range.begin.value());
    *size = block->range.size;
    return "heap";
  }
  const char* of_thread = nullptr;
  scope.state().threads.for_each([&](const ThreadState& t) {
    if (t.tls.contains(at)) of_thread = "tls";
    else if (of_thread == nullptr && t.stack.contains(at)) of_thread = "stack";
  });
  if (of_thread != nullptr) return of_thread;
  dl_find_object found;
  if (_dl_find_object(address, &found) != 0) return "unknown";
  const link_map& module = *found.dlfo_link_map;
  // The first module is the program, and has no name.
  const char* const path = module.l_name[0] == 0 ? "/proc/self/exe" : module.l_name;
  if (NamedObject variable; find_variable(path, module.l_addr, at.value(), variable)) {
    copy_text(name, name_size, variable.name);
    *begin = reinterpret_cast<void*>(variable.begin);
    *size = variable.size;
    return "global";
  }
  Dl_info info = {};
  void* symbol = nullptr;
  if (dladdr1(address, &info, &symbol, RTLD_DL_SYMENT) != 0 && info.dli_sname != nullptr) {
    copy_text(name, name_size, info.dli_sname);
    *begin = info.dli_saddr;
    *size = static_cast<const ElfW(Sym)*>(symbol)->st_size;
  }
  return "global";
}

STEWARD_INTERPOSED int __tsan_get_alloc_stack(void* address, void** trace, std::size_t size,
                                              int* thread, std::uint64_t* system_thread) {
  const Scope scope(STEWARD_CALLER);
  if (!scope) return 0;
  const auto block = scope.state().blocks.around(Scope::range_of(address, 0).begin);
  if (!block) return 0;
  *thread = static_cast<int>(block->thread.value());
  *system_thread = scope.state().threads.system_id(block->thread);
  return copy_stack(scope.state(), block->counter, block->calls, trace, size);
}
