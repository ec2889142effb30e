#include "runtime/control/histories.h"

#include "runtime/control/watching.h"

namespace steward {
namespace {

// Of `from`, as long as `to`, what `to` does not cover.
AddressRange left_behind(Address from, AddressRange to) {
  const AddressRange source{from, to.size};
  if (!source.overlaps(to)) return source;
  if (from < to.begin) return {from, to.begin - from};
  return {to.end(), from - to.begin};
}

}  // namespace

void forget_history(const Scope& scope, AddressRange range) {
  if (range.size == 0) return;
  scope.state().detector.clear(range);
  objects_destroyed(scope.state(), range);
  scope.state().blocks.remove_in(range, [](const Block&) {});
}

void copy_history(const Scope& scope, Address from, AddressRange to) {
  if (to.size == 0 || from == to.begin) return;
  scope.state().detector.copy(from, to);
}

void move_history(const Scope& scope, Address from, AddressRange to) {
  if (to.size == 0 || from == to.begin) return;
  Runtime& state = scope.state();
  state.detector.copy(from, to);
  state.detector.clear(left_behind(from, to));
  state.locks.move({from, to.size}, to.begin, Forget(state));
  Vector<Block> moved(state.heap);
  state.blocks.remove_in({from, to.size}, [&](const Block& block) { moved.push_back(block); });
  for (Block& block : moved) {
    block.range.begin = Address(to.begin.value() + (block.range.begin - from));
    state.blocks.add(block);
  }
}

void begin_block(const Scope& scope, AddressRange range) {
  if (range.size == 0) return;
  scope.state().detector.alloc(range);
  objects_destroyed(scope.state(), range);
  scope.state().blocks.remove_in(range, [](const Block&) {});
  const Block made{range, scope.thread().id, scope.counter(), scope.thread().calls.context()};
  scope.state().blocks.add(made);
  watch_block(scope.state(), made);
}

void end_block(const Scope& scope, AddressRange range) {
  Runtime& state = scope.state();
  scope.free(range, AccessForm::given_back);
  objects_destroyed(state, range);
  state.blocks.free(range.begin);
}

}  // namespace steward
