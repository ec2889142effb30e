// A value for every byte of memory, following what alloc, clear and copy say about bytes.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/event/event.h"

namespace steward::oracle {

// `State{}` is the state of a byte that nothing is known about. A byte's incarnations are numbered
// from 0: a new one begins whenever alloc, clear or a copy from another byte replaces its history.
template <class State>
class ByteStates {
 public:
  State& at(Address byte) { return slots_[byte.value()].state; }
  std::uint32_t incarnation(Address byte) { return slots_[byte.value()].incarnation; }

  // Applies `e` if it is an alloc, clear or copy; any other event changes nothing.
  void follow(const Event& e) {
    if (e.kind == EventKind::alloc || e.kind == EventKind::clear) forget(e.range);
    if (e.kind == EventKind::copy) copy(e.copy_from(), e.range);
  }

 private:
  struct Slot {
    State state;
    std::uint32_t incarnation = 0;
  };

  void replace(Address byte, State state) {
    Slot& slot = slots_[byte.value()];
    slot.state = std::move(state);
    ++slot.incarnation;
  }
  void forget(AddressRange range) {
    for (Address byte = range.begin; byte < range.end(); byte = byte + 1) replace(byte, State{});
  }
  // As memmove: all of the source is taken before anything is replaced. A byte copied onto itself
  // stays what it is.
  void copy(Address from, AddressRange to) {
    if (from == to.begin) return;
    std::vector<State> source;
    for (std::uint64_t k = 0; k < to.size; ++k) source.push_back(at(from + k));
    for (std::uint64_t k = 0; k < to.size; ++k) replace(to.begin + k, std::move(source[k]));
  }

  std::unordered_map<std::uint64_t, Slot> slots_;
};

}  // namespace steward::oracle
