// The two Eraser-like definitions, `simple` and `simple-paper`, location by location.
//
// Both collect accesses of a byte in a set and call an access racy once, with it, the set holds a
// write, accesses of more than one thread, and no lock that all of them held (a write counts only
// the locks it held exclusively). Two atomic accesses never conflict, so the set must also hold a
// plain access: an atomic access counts like a plain one of its direction, but only beside a plain
// one. They differ in which accesses enter the set:
//
// - simple: a byte is owned by the first thread that accesses it. Its accesses are kept aside and
//   enter at the first foreign access, unless limited happens-before orders the owner's last access
//   before that one. The first foreign access and all later ones enter.
// - simple-paper: an object is owned by the first thread that accesses any of its bytes; accesses
//   to an object that is still owned never enter. An object is an allocated block, or a single byte
//   outside any block. A byte belongs to the block of the alloc that last covered it, also after
//   free; clear makes it an object of its own; a copied byte belongs to the block it came from, or
//   takes its owner along.
#pragma once

#include <vector>

#include "support/execution.h"
#include "support/history.h"
#include "support/order.h"

namespace steward::oracle {

std::vector<FirstRace> simple_first_races(const Execution& x, const Order& limited);
std::vector<FirstRace> simple_paper_first_races(const Execution& x);

}  // namespace steward::oracle
