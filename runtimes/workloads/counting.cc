// The smallest one: a counter that all threads count up, every now and then without its monitor,
// between objects that nobody keeps.
#include "workloads/shared.h"

namespace workloads {
namespace {

struct Counter : Object {
  static const Class klass;
  Field<std::uint64_t> guarded;
  Field<std::uint64_t> bare;
};
const Class Counter::klass = describe<Counter>("Counter");

void count(Thread& me, const Local<Object>& argument) {
  const Local<Share<Counter>> share(me, as<Share<Counter>>(argument));
  const Local<Counter> counter(me, share.get(&Share<Counter>::shared));
  for (unsigned i = 0; i < 100 * parameters().size; ++i) {
    const Local<Text> own(me, create_array<std::uint32_t>(me, 16));
    for (unsigned j = 0; j < 16; ++j) own.put(j, j);
    {
      const Synchronized alone(me, counter);
      counter.set(&Counter::guarded, counter.get(&Counter::guarded) + own.at(i % 16));
    }
    if (i % 8 == 0) counter.set(&Counter::bare, counter.get(&Counter::bare) + 1);
    me.runtime.poll(me);
  }
}

}  // namespace

void counting(Thread& me, const Local<Object>&) {
  const Local<Counter> counter(me, create<Counter>(me));
  by_all(me, "count", count, counter);
  counter.set(&Counter::guarded, counter.get(&Counter::bare));
}

}  // namespace workloads
