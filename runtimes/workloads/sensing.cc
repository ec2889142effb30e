// Simulating a network of sensors, as avrora does: a thread a node, packets in mailboxes, and the
// clock of each in a volatile field. RACY: whoever sends reads what its neighbours have measured,
// and how loud the medium is, without a lock: many races at few places.
#include "workloads/shared.h"

namespace workloads {
namespace {

struct Packet : Object {
  static const Class klass;
  Field<Packet*> next;
  Field<std::uint32_t> from;
  Field<std::uint32_t> value;
};
const Class Packet::klass = describe<Packet>("Packet", &Packet::next);

struct Node : Object {
  static const Class klass;
  Field<Packet*> mailbox;  // guarded by the node
  Field<std::uint32_t> measured;
  Field<std::uint32_t> received;
  Volatile<std::uint32_t> clock;
};
const Class Node::klass = describe<Node>("Node", &Node::mailbox);

struct Network : Object {
  static const Class klass;
  Field<Array<Node*>*> nodes;
  Field<std::uint32_t> loudness;
};
const Class Network::klass = describe<Network>("Network", &Network::nodes);

Node* node(Thread& me, const Local<Network>& network, std::uint32_t number) {
  const Local<Array<Node*>> nodes(me, network.get(&Network::nodes));
  return nodes.at(number % nodes.length());
}

void send(Thread& me, const Local<Network>& network, std::uint32_t from, std::uint32_t to,
          std::uint32_t value) {
  const Local<Packet> packet(me, create<Packet>(me));
  packet.set(&Packet::from, from);
  packet.set(&Packet::value, value);
  const Local<Node> receiver(me, node(me, network, to));
  const Synchronized alone(me, receiver);
  packet.set(&Packet::next, receiver.get(&Node::mailbox));
  receiver.set(&Node::mailbox, packet.raw());
}

std::uint32_t receive(Thread& me, const Local<Node>& self) {
  Local<Packet> packet(me);
  {
    const Synchronized alone(me, self);
    packet = self.get(&Node::mailbox);
    self.set(&Node::mailbox, nullptr);
  }
  std::uint32_t count = 0;
  for (; packet; packet = packet.get(&Packet::next)) count += packet.get(&Packet::value) % 2;
  return count;
}

void simulate(Thread& me, const Local<Object>& argument) {
  const Local<Share<Network>> share(me, as<Share<Network>>(argument));
  const Local<Network> network(me, share.get(&Share<Network>::shared));
  const std::uint32_t number = share.get(&Share<Network>::number);
  const Local<Node> self(me, node(me, network, number));
  Draw draw(number);
  for (unsigned step = 0; step < 100 * parameters().size; ++step) {
    self.set(&Node::measured, draw.below(100));
    const Local<Node> neighbour(me, node(me, network, number + 1));
    const std::uint32_t theirs = neighbour.get(&Node::measured);
    const std::uint32_t loudness = network.get(&Network::loudness);
    if (loudness < 5) send(me, network, number, number + 1, theirs);
    network.set(&Network::loudness, (loudness + theirs) % 8);
    self.set(&Node::received, self.get(&Node::received) + receive(me, self));
    if (step % 16 == 0) store(me, self, &Node::clock, step);
    if (step % 64 == 0) load(me, neighbour, &Node::clock);
    me.runtime.poll(me);
  }
}

}  // namespace

void sensing(Thread& me, const Local<Object>&) {
  const Local<Network> network(me, create<Network>(me));
  network.set(&Network::nodes, create_array<Node*>(me, parameters().threads));
  for (unsigned i = 0; i < parameters().threads; ++i) {
    const Local<Node> one(me, create<Node>(me));
    const Local<Array<Node*>> nodes(me, network.get(&Network::nodes));
    nodes.put(i, one.raw());
  }
  by_all(me, "node", simulate, network);
}

}  // namespace workloads
