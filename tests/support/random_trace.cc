#include "support/random_trace.h"

#include "support/trace_world.h"

namespace steward {
namespace {

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Action pick_action(const Shape& shape, std::uint32_t total, std::uint32_t byte) {
  std::uint32_t target = byte * total / 256;
  for (std::size_t a = 0; a < kActions; ++a) {
    if (target < shape.weights[a]) return static_cast<Action>(a);
    target -= shape.weights[a];
  }
  return Action::read;
}

}  // namespace

Shape Shape::with(Action action, std::uint16_t weight) const {
  Shape changed = *this;
  changed.weights[static_cast<std::size_t>(action)] = weight;
  return changed;
}

Shape general_shape() {
  Shape shape;
  shape.weights.fill(4);
  return shape.with(Action::read, 12)
      .with(Action::write, 8)
      .with(Action::guarded_read, 16)
      .with(Action::guarded_write, 24)
      .with(Action::atomic_load, 12)
      .with(Action::atomic_store, 8)
      .with(Action::atomic_rmw, 6)
      .with(Action::acquire, 12)
      .with(Action::acquire_shared, 6)
      .with(Action::release, 16)
      .with(Action::send, 8)
      .with(Action::receive, 10)
      .with(Action::fork, 8)
      .with(Action::root, 2)
      .with(Action::join, 8)
      .with(Action::free, 2)
      .with(Action::untracked_begin, 3)
      .with(Action::untracked_end, 8);
}

Shape lock_heavy_shape() {
  Shape shape;
  shape.weights.fill(1);
  shape.bytes = 8;
  shape.locks = 6;
  shape.nesting = 2;
  shape.threads = 4;
  return shape.with(Action::read, 24)
      .with(Action::write, 8)
      .with(Action::guarded_read, 12)
      .with(Action::guarded_write, 16)
      .with(Action::acquire, 60)
      .with(Action::acquire_shared, 24)
      .with(Action::release, 40);
}

Shape message_heavy_shape() {
  Shape shape;
  shape.weights.fill(1);
  shape.bytes = 16;
  shape.threads = 5;
  shape.locks = 2;
  shape.conditions = 1;
  shape.messages = 1;
  return shape.with(Action::read, 16)
      .with(Action::write, 16)
      .with(Action::send, 20)
      .with(Action::receive, 24)
      .with(Action::wait, 30)
      .with(Action::signal, 20)
      .with(Action::release, 20)
      .with(Action::fork, 8)
      .with(Action::end, 6)
      .with(Action::join, 10);
}

Shape atomic_heavy_shape() {
  Shape shape;
  shape.weights.fill(1);
  shape.threads = 4;
  shape.atomics = 2;
  shape.first_byte = 14;
  shape.bytes = 16;
  return shape.with(Action::read, 12)
      .with(Action::write, 12)
      .with(Action::atomic_load, 50)
      .with(Action::atomic_store, 36)
      .with(Action::atomic_rmw, 24)
      .with(Action::fence, 40);
}

Shape memory_heavy_shape() {
  return general_shape()
      .with(Action::alloc, 16)
      .with(Action::free, 12)
      .with(Action::clear, 16)
      .with(Action::copy, 40);
}

std::vector<Shape> all_shapes() {
  return {general_shape(), lock_heavy_shape(), message_heavy_shape(), atomic_heavy_shape(),
          memory_heavy_shape()};
}

std::vector<Event> decode_trace(std::span<const std::uint32_t> words, const Shape& shape) {
  std::uint32_t total = 0;
  for (std::uint16_t weight : shape.weights) total += weight;
  TraceWorld world(shape);
  for (std::uint32_t word : words) {
    world.act(pick_action(shape, total, word & 0xff), (word >> 8) & 0xf, word >> 12);
  }
  return world.take_events();
}

TraceWords random_words(std::uint64_t seed) {
  std::uint64_t state = seed;
  const std::uint64_t length = next_random(state);
  std::size_t words = 4 + length % 28;
  if ((length >> 32) % 8 == 0) words += (length >> 40) % 90;
  TraceWords script(words);
  for (std::uint32_t& word : script) word = static_cast<std::uint32_t>(next_random(state) >> 32);
  return script;
}

}  // namespace steward
