#include "managed/verify.h"

#include <unordered_set>

#include "managed/fail.h"

namespace managed {

void verify(Collector& collector, Roots& roots) {
  std::unordered_set<const Object*> objects;
  std::size_t bytes = 0;
  collector.for_each_object([&](Object& object) {
    objects.insert(&object);
    bytes += size_of(object);
  });
  if (bytes != collector.bytes_in_use()) fail("objects and the bytes in use do not agree");
  const auto check = [&](Object*& slot) {
    if (slot != nullptr && !objects.contains(slot)) fail("a reference to what is no object");
  };
  collector.for_each_object([&](Object& object) { for_each_reference(object, check); });
  roots.visit_strong(check);
}

}  // namespace managed
