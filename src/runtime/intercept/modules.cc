// Libraries that are unloaded: what was known of their memory is over. The loader maps and unmaps
// by itself, so it shows only in the list of what is there.
#include <dlfcn.h>
#include <link.h>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(dlclose);

using Ranges = Vector<AddressRange>;

int add_module(dl_phdr_info* module, std::size_t, void* ranges) {
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || part.p_memsz == 0) continue;
    const Address begin(module->dlpi_addr + part.p_vaddr);
    static_cast<Ranges*>(ranges)->push_back({begin, part.p_memsz});
  }
  return 0;
}
Ranges modules(Heap& heap) {
  Ranges all(heap);
  dl_iterate_phdr(add_module, &all);
  return all;
}
bool contains(const Ranges& all, AddressRange wanted) {
  for (const AddressRange& range : all)
    if (range == wanted) return true;
  return false;
}
void forget_unloaded(const Scope& scope, const Ranges& before) {
  const Ranges now = modules(scope.state().heap);
  for (const AddressRange& range : before) {
    if (contains(now, range)) continue;
    scope.state().detector.clear(range);
    objects_destroyed(scope.state(), range);
  }
}

}  // namespace

// Its destructors are the program's code: not to be called from inside the runtime.
STEWARD_INTERPOSED int dlclose(void* module) {
  Ranges* before = nullptr;
  if (const Scope scope(STEWARD_CALLER); scope)
    before = scope.state().heap.create<Ranges>(modules(scope.state().heap));
  const int result = real_dlclose(module);
  if (before == nullptr) return result;
  if (const Scope scope(STEWARD_CALLER); scope) {
    forget_unloaded(scope, *before);
    scope.state().heap.destroy(before);
  }
  return result;
}
