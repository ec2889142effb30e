// Accesses to objects that a library describes: calls that change an object count as writes of it,
// others as reads.
#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

std::uint64_t place(void* given, std::uint64_t counter) {
  return given == nullptr ? counter : reinterpret_cast<std::uint64_t>(given);
}

}  // namespace

// What kind of object it is would only be said in the report: any tag is as good as another.
STEWARD_INTERPOSED void* __tsan_external_register_tag(const char* type) {
  return const_cast<char*>(type);
}
STEWARD_INTERPOSED void __tsan_external_register_header(void*, const char*) {}
STEWARD_INTERPOSED void __tsan_external_assign_tag(void*, void*) {}
STEWARD_INTERPOSED void __tsan_external_read(void* object, void* caller, void*) {
  if (const Scope scope(place(caller, STEWARD_CALLER)); scope) scope.read(object, 1);
}
STEWARD_INTERPOSED void __tsan_external_write(void* object, void* caller, void*) {
  if (const Scope scope(place(caller, STEWARD_CALLER)); scope) scope.write(object, 1);
}
