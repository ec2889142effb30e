#include "workloads/shared.h"

namespace workloads {

const Class Barrier::klass = describe<Barrier>("Barrier");
const Class Tickets::klass = describe<Tickets>("Tickets");
const Class Tree::klass = describe<Tree>("Tree", &Tree::left, &Tree::right);

void arrive(Thread& me, const Local<Barrier>& barrier) {
  const Synchronized alone(me, barrier);
  const std::uint32_t round = barrier.get(&Barrier::round);
  const std::uint32_t arrived = barrier.get(&Barrier::arrived) + 1;
  if (arrived == parameters().threads) {
    barrier.set(&Barrier::arrived, 0);
    barrier.set(&Barrier::round, round + 1);
    me.runtime.notify_all(object(barrier));
    return;
  }
  barrier.set(&Barrier::arrived, arrived);
  while (barrier.get(&Barrier::round) == round) me.runtime.wait(me, object(barrier));
}

bool take_ticket(Thread& me, const Local<Tickets>& tickets, std::uint32_t& ticket) {
  const Synchronized alone(me, tickets);
  ticket = tickets.get(&Tickets::next);
  if (ticket == tickets.get(&Tickets::end)) return false;
  tickets.set(&Tickets::next, ticket + 1);
  return true;
}

Tree* grow(Thread& me, Draw& draw, unsigned depth) {
  if (depth == 0) return nullptr;
  const Local<Tree> tree(me, create<Tree>(me));
  tree.set(&Tree::kind, draw.below(8));
  tree.set(&Tree::value, draw.below(1000));
  if (draw.below(8) != 0) tree.set(&Tree::left, grow(me, draw, depth - 1));
  if (draw.below(8) != 0) tree.set(&Tree::right, grow(me, draw, depth - 1));
  return tree.raw();
}

}  // namespace workloads
