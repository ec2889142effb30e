// What is given up when memory runs out, and in which order.
#pragma once

namespace steward {

class Runtime;

// One step at a time, each said in the report's loss: first the accesses so far, so that races with
// them are missed; then, if that is not enough, all accesses from then on; then, if synchronization
// alone takes too much, everything. None of it makes up a race. Whoever comes while somebody else
// is at it waits until it is done.
//
// REQUIRES: the calling thread holds nothing of the runtime.
[[gnu::noinline, gnu::cold]] void make_room(Runtime& runtime);

}  // namespace steward
