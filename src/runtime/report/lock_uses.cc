#include "runtime/report/lock_uses.h"

#include "runtime/state/runtime.h"

namespace steward {
namespace {

// The element that `address` lies in, of a block that is an array; else all of the block.
AddressRange object_in(const Block& block, Address address) {
  if (block.element == 0) return block.range;
  const std::uint64_t offset = address - block.range.begin;
  return {block.range.begin + (offset - offset % block.element), block.element};
}

}  // namespace

LockUses::LockUses(Runtime& runtime, Address location)
    : runtime_(runtime), location_(location), uses_(runtime.heap) {
  count_at(location, [](LockId lock) { return lock; });
  if (accesses_ == 0) return;  // an analysis that does not remember them
  const auto block = runtime.blocks.around(location);
  if (!block || block->freed) return;
  object_ = object_in(*block, location);
  count_elements_of(*block);
  for (const Block& other : runtime.blocks.alike(*block, kMostOthers)) count_elements_of(other);
}

void LockUses::count_elements_of(const Block& block) {
  const std::uint64_t size = object_.size;
  for (std::uint64_t at = 0; at + size <= block.range.size && others_ < kMostOthers; at += size)
    if (block.range.begin + at != object_.begin) count_in({block.range.begin + at, size});
}

void LockUses::count_in(AddressRange other) {
  HashMap<LockId, LockId> here(runtime_.heap);
  for (const LockObject& part : runtime_.locks.alive_in(other)) {
    const auto same = runtime_.locks.at(object_.begin + (part.address - other.begin));
    here.insert(part.id, same ? same->id : LockId());
  }
  const std::uint64_t before = accesses_;
  count_at(other.begin + (location_ - object_.begin), [&](LockId lock) {
    const LockId* const known = here.find(lock);
    return known != nullptr ? *known : lock;
  });
  others_ += accesses_ != before;
}

template <class AsHere>
void LockUses::count_at(Address address, AsHere&& as_here) {
  runtime_.detector.for_each_access(address, [&](LiveOrigin origin) {
    ++accesses_;
    runtime_.lock_chains.for_each(runtime_.origins.at(origin.number()).locks,
                                  [&](const TakenLock& taken) {
                                    if (const LockId lock = as_here(taken.lock); lock != LockId())
                                      ++uses_.find_or_insert(lock, std::uint64_t{0});
                                  });
  });
}

}  // namespace steward
