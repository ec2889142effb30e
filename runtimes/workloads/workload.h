// A program for the managed run-time system, with or without races that are meant to be there.
#pragma once

#include <cstdint>
#include <string_view>

#include "managed/program.h"

namespace workloads {

using namespace managed;

// What a workload is told, before its first thread begins, and then never changed.
struct Parameters {
  unsigned threads = 4;
  unsigned size = 1;  // how much there is to do, in steps of some ten thousand accesses
  std::uint32_t seed = 1;
};
const Parameters& parameters();

struct Workload {
  std::string_view name;
  Body main;
  bool has_races;
};

// Of all kinds, in the manner of the benchmarks of papers/lard §5.
extern const Workload kWorkloads[];
extern const unsigned kWorkloadCount;

// The same work by so many threads, each with a number of its own; returns when all are done.
// `shared` is the argument of all.
template <class C>
struct Share : Object {
  static const Class klass;
  Field<C*> shared;
  Field<std::uint32_t> number;
};
template <class C>
const Class Share<C>::klass = describe("Share", &Share::shared);

template <class C>
void by_all(Thread& me, const char* name, Body body, const Local<C>& shared) {
  constexpr unsigned kMost = 64;
  Thread* started[kMost];
  const unsigned count = parameters().threads;
  for (unsigned i = 0; i < count; ++i) {
    Local<Share<C>> share(me, create<Share<C>>(me));
    share.set(&Share<C>::shared, shared.raw());
    share.set(&Share<C>::number, i);
    started[i] = me.runtime.spawn(me, name, body, object(share));
  }
  for (unsigned i = 0; i < count; ++i) me.runtime.join(me, started[i]);
}

}  // namespace workloads
