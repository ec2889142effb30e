// Transforming trees into text, as xalan does: one thread puts documents into a queue, all others
// wait for them. RACY: properties are looked up, and entered if they are missing, in a table that
// nobody guards.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kProperties = 16;

struct Document : Object {
  static const Class klass;
  Field<Document*> next;
  Field<Tree*> root;
};
const Class Document::klass = describe<Document>("Document", &Document::next, &Document::root);

struct Property : Object {
  static const Class klass;
  Field<std::uint32_t> value;
  Field<std::uint32_t> uses;
};
const Class Property::klass = describe<Property>("Property");

struct Queue : Object {
  static const Class klass;
  Field<Document*> first;
  Field<std::uint32_t> complete;
  Field<std::uint64_t> written;
  Field<Array<Property*>*> properties;  // what is in there: guarded by nothing
};
const Class Queue::klass = describe<Queue>("Queue", &Queue::first, &Queue::properties);

void put(Thread& me, const Local<Queue>& queue, const Local<Document>& document) {
  const Synchronized alone(me, queue);
  document.set(&Document::next, queue.get(&Queue::first));
  queue.set(&Queue::first, document.raw());
  me.runtime.notify_all(object(queue));
}
// Null: there will be no more.
Document* take(Thread& me, const Local<Queue>& queue) {
  const Synchronized alone(me, queue);
  while (queue.get(&Queue::first) == nullptr) {
    if (queue.get(&Queue::complete) != 0) return nullptr;
    me.runtime.wait(me, object(queue));
  }
  const Local<Document> document(me, queue.get(&Queue::first));
  queue.set(&Queue::first, document.get(&Document::next));
  return document.raw();
}

std::uint32_t property(Thread& me, const Local<Queue>& queue, std::uint32_t which) {
  const Local<Array<Property*>> properties(me, queue.get(&Queue::properties));
  Local<Property> found(me, properties.at(which));
  if (!found) {
    found = create<Property>(me);
    found.set(&Property::value, which * 7);
    properties.put(which, found.raw());
  }
  found.set(&Property::uses, found.get(&Property::uses) + 1);
  return found.get(&Property::value);
}

std::uint64_t write_tree(Thread& me, const Local<Queue>& queue, const Local<Text>& out,
                         const Local<Tree>& tree, std::uint64_t at) {
  if (!tree) return at;
  const std::uint32_t kind = tree.get(&Tree::kind);
  std::uint32_t word = tree.get(&Tree::value);
  if (kind == 0) word += property(me, queue, word % kProperties);
  out.put(at % out.length(), word);
  me.runtime.poll(me);
  const Local<Tree> left(me, tree.get(&Tree::left));
  at = write_tree(me, queue, out, left, at + 1);
  const Local<Tree> right(me, tree.get(&Tree::right));
  return write_tree(me, queue, out, right, at);
}

void transform(Thread& me, const Local<Object>& argument) {
  const Local<Share<Queue>> share(me, as<Share<Queue>>(argument));
  const Local<Queue> queue(me, share.get(&Share<Queue>::shared));
  std::uint64_t written = 0;
  for (;;) {
    const Local<Document> document(me, take(me, queue));
    if (!document) break;
    const Local<Tree> root(me, document.get(&Document::root));
    const Local<Text> out(me, create_array<std::uint32_t>(me, 64));
    written += write_tree(me, queue, out, root, 0);
  }
  const Synchronized alone(me, queue);
  queue.set(&Queue::written, queue.get(&Queue::written) + written);
}

void produce(Thread& me, const Local<Object>& argument) {
  const Local<Queue> queue(me, as<Queue>(argument));
  Draw draw(77);
  for (unsigned i = 0; i < 10 * parameters().size; ++i) {
    const Local<Document> document(me, create<Document>(me));
    document.set(&Document::root, grow(me, draw, 7));
    put(me, queue, document);
  }
  const Synchronized alone(me, queue);
  queue.set(&Queue::complete, 1);
  me.runtime.notify_all(object(queue));
}

}  // namespace

void transforming(Thread& me, const Local<Object>&) {
  const Local<Queue> queue(me, create<Queue>(me));
  queue.set(&Queue::properties, create_array<Property*>(me, kProperties));
  Thread* const producer = me.runtime.spawn(me, "producer", produce, object(queue));
  by_all(me, "transformer", transform, queue);
  me.runtime.join(me, producer);
}

}  // namespace workloads
