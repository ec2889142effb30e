#include "managed/semispace.h"

#include <cstring>
#include <utility>

#include "managed/tell.h"

namespace managed {
namespace {

constexpr std::uintptr_t kMoved = 1;
// What is read there after a collection was read through a reference that no collector knew of.
constexpr int kJunk = 0xdb;

Object* new_place(const Object& object) {
  return (object.class_word & kMoved) == 0 ? nullptr
                                           : reinterpret_cast<Object*>(object.class_word & ~kMoved);
}

}  // namespace

Semispace::Semispace(char* memory, std::size_t size)
    : half_(size / 2), begin_(memory), free_(memory), other_(memory + size / 2) {}

void* Semispace::allocate(std::size_t bytes) {
  if (bytes > half_ - bytes_in_use()) return nullptr;
  char* const object = free_;
  free_ += bytes;
  tell::allocated(object, bytes);
  std::memset(object, 0, bytes);
  return object;
}

void Semispace::collect(Roots& roots) {
  char* const old = begin_;
  const std::size_t used = bytes_in_use();
  std::swap(begin_, other_);
  free_ = scanned_ = begin_;

  const auto visit_one = [this](Object*& slot) { visit(slot); };
  const auto survivor_of = [this](Object* object) { return survivor(object); };
  roots.visit_strong(visit_one);
  scan();
  roots.visit_dying(survivor_of, visit_one);
  scan();
  roots.after(survivor_of);

  std::memset(old, kJunk, used);
  if (used != 0) tell::reclaimed(old, used);
}

// The object goes to the new half, if it is not there, and the reference follows.
void Semispace::visit(Object*& slot) {
  if (slot == nullptr || !in_old(slot)) return;
  Object& object = *slot;
  if (Object* const moved = new_place(object)) {
    slot = moved;
    return;
  }
  const std::size_t bytes = size_of(object);
  auto* const to = reinterpret_cast<Object*>(free_);
  free_ += bytes;
  std::memcpy(static_cast<void*>(to), static_cast<const void*>(&object), bytes);
  tell::moved(to, &object, bytes);
  object.class_word = reinterpret_cast<std::uintptr_t>(to) | kMoved;
  slot = to;
}

void Semispace::scan() {
  while (scanned_ != free_) {
    auto& object = *reinterpret_cast<Object*>(scanned_);
    for_each_reference(object, [this](Object*& slot) { visit(slot); });
    scanned_ += size_of(object);
  }
}

bool Semispace::in_old(const Object* object) const {
  const auto* const at = reinterpret_cast<const char*>(object);
  return at >= other_ && at < other_ + half_;
}
Object* Semispace::survivor(Object* object) const {
  return in_old(object) ? new_place(*object) : object;
}

void Semispace::for_each_object(steward::FunctionRef<void(Object&)> f) {
  for (char* at = begin_; at < free_;) {
    auto& object = *reinterpret_cast<Object*>(at);
    const std::size_t bytes = size_of(object);
    f(object);
    at += bytes;
  }
}

}  // namespace managed
