#include "runtime/platform/pages.h"

#include "base/check.h"
#include "runtime/platform/raw.h"

namespace steward {
namespace {

void* map(std::size_t bytes) {
  void* memory =
      raw::map(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  STEWARD_CHECK(memory != nullptr && "out of memory");
  raw::call(SYS_madvise, reinterpret_cast<long>(memory), static_cast<long>(bytes), MADV_DONTDUMP);
  return memory;
}

constexpr PageSource kPages = {map, raw::unmap};

}  // namespace

const PageSource& runtime_pages() { return kPages; }

}  // namespace steward
