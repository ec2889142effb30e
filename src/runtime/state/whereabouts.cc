#include "runtime/state/whereabouts.h"

#include <dlfcn.h>
#include <link.h>

#include "base/hash_map.h"
#include "runtime/state/runtime.h"

namespace steward {

using channel::Place;

bool is_in_module(Address address) {
  dl_find_object found;
  return _dl_find_object(reinterpret_cast<void*>(address.value()), &found) == 0;
}

Whereabouts whereabouts_of(Runtime& runtime, Address address) {
  const auto block = runtime.blocks.around(address);
  Whereabouts found;
  const auto in_block = [&] {
    return Whereabouts{Place::heap,    block->range, block->thread,
                       block->counter, block->calls, block->element};
  };
  if (block && !block->freed) return in_block();
  runtime.threads.for_each([&](const ThreadState& t) {
    if (found.owner) return;
    // The storage first: libc puts it into the memory of the stack.
    const bool in_tls = t.tls.contains(address);
    if (!in_tls && !t.stack.contains(address)) return;
    found = {in_tls ? Place::thread_local_storage : Place::stack,
             in_tls ? t.tls : t.stack,
             t.id,
             t.created.counter,
             t.created.calls,
             0};
  });
  // Where a block was that has been freed something else may be by now.
  if (!found.owner && block && !is_in_module(address)) return in_block();
  if (!found.owner) found.object = {address, 0};
  return found;
}

ModulePlace module_place_of(std::uint64_t address) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  const link_map& module = *found.dlfo_link_map;
  return {channel::module_hash(module.l_name), address - module.l_addr};
}

BlockPart part_of_block(AddressRange block, std::uint64_t element, AddressRange bytes) {
  static constexpr std::uint64_t kLargestRecord = 256;
  const std::uint64_t offset = bytes.begin - block.begin;
  if (element == 0)
    return block.size <= kLargestRecord ? BlockPart{offset, bytes.size, 0} : BlockPart{};
  const std::uint64_t rest = element - offset % element;
  if (bytes.size > rest) return {};  // of several elements
  return {offset % element, bytes.size, element};
}

channel::PlanEntry class_of(Runtime& runtime, AddressRange bytes) {
  const Whereabouts where = whereabouts_of(runtime, bytes.begin);
  channel::PlanEntry entry;
  entry.place = where.place;
  if (where.place == Place::unknown) {
    const ModulePlace global = module_place_of(bytes.begin.value());
    if (global.module == 0) return entry;
    entry.place = Place::global;
    entry.module = global.module;
    entry.offset = global.offset;
    entry.size = bytes.size;
    return entry;
  }
  const ModulePlace site = module_place_of(where.counter);
  entry.module = site.module;
  entry.site = site.offset;
  if (where.place == Place::heap) {
    const BlockPart part = part_of_block(where.object, where.element, bytes);
    entry.offset = part.offset;
    entry.size = part.size;
    entry.stride = part.stride;
  }
  return entry;
}

}  // namespace steward
