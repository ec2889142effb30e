// What an address of the program belongs to, for reports and for classes of locations.
#pragma once

#include <cstdint>
#include <optional>

#include "channel/layout.h"
#include "channel/plan.h"
#include "core/event/types.h"
#include "runtime/analysis/chains.h"

namespace steward {

class Runtime;

struct Whereabouts {
  channel::Place place = channel::Place::unknown;  // also of globals: the tool knows them
  AddressRange object;                             // the block, the stack, the storage
  std::optional<ThreadId> owner;  // who allocated the block, whose stack or storage it is
  // Where the block was allocated, or the thread made.
  std::uint64_t counter = 0;
  ChainId calls;
  std::uint64_t element = 0;  // of a block: see Block
};
Whereabouts whereabouts_of(Runtime& runtime, Address address);

bool is_in_module(Address address);

// A place in a module, by a name that holds in every execution. All zero outside of modules.
struct ModulePlace {
  std::uint64_t module = 0;  // a hash of its path
  std::uint64_t offset = 0;
};
ModulePlace module_place_of(std::uint64_t address);

// The part of a block that bytes of it are taken for, wherever they are used again.
struct BlockPart {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;    // 0: all of it
  std::uint64_t stride = 0;  // see channel::PlanEntry
};
// A block larger than a few cache lines is taken for an array, whose elements are alike: if it is
// not known how large these are, all of it is one part.
BlockPart part_of_block(AddressRange block, std::uint64_t element, AddressRange bytes);

// The class of these bytes; all of a stack is one.
channel::PlanEntry class_of(Runtime& runtime, AddressRange bytes);

}  // namespace steward
