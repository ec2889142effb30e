// The locks of the program by address, and the other objects that order threads. An address that is
// used for a new object after the old one was destroyed is another object.
//
// A number, though, comes again when an object is made where one of the same kind was before, by
// the same call: reports would say the same of both, and programs that make and destroy locks for
// ever use few numbers. So whoever keeps something by number must forget it when the object goes.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/lockset/lock_use.h"
#include "core/policy/policy.h"
#include "runtime/analysis/chains.h"

namespace steward {

struct LockObject {
  LockId id;
  const char* kind = "mutex";
  Address address;
  std::uint64_t counter = 0;  // where it was created, if that was seen
  ChainId calls;
  bool alive = false;
  LockNature nature;
  LockUse use;
  bool known = false;  // that nobody has it if `use` says so
  // Where its last writer took it.
  std::uint64_t taken_counter = 0;
  ChainId taken_calls;
};

// Thread safety: any thread may call anything. `gone(id)` is called for each object that ends,
// before anybody can get its number again who comes after that end. Nothing is held then: others
// hold what gone() needs while they ask for locks.
class LockObjects {
 public:
  explicit LockObjects(Heap& heap) : by_address_(heap), by_page_(heap), heap_(heap) {}

  // To be told of each object that begins, before anybody has its number.
  using Birth = void (*)(const LockObject& object);
  void announce_to(Birth born) { born_ = born; }

  LockId id_of(Address address, const char* kind) {
    const Hold hold(lock_);
    LockObject& object = known_at(address);
    if (!object.alive) begin(object, kind, 0, ChainId());
    return object.id;
  }
  template <class Gone>
  void create(Address address, const char* kind, std::uint64_t counter, ChainId calls,
              LockNature nature, Gone&& gone) {
    destroy(address, gone);
    const Hold hold(lock_);
    LockObject& object = known_at(address);
    begin(object, kind, counter, calls);
    object.nature = nature;
    object.known = true;
  }
  // A copy of what it is, changed or asked in one go: f(LockObject&).
  template <class F>
  LockObject with(Address address, const char* kind, F&& f) {
    const Hold hold(lock_);
    LockObject& object = known_at(address);
    if (!object.alive) begin(object, kind, 0, ChainId());
    f(object);
    return object;
  }
  // A copy of it, while it lives and anything was seen of it.
  std::optional<LockObject> at(Address address) {
    const Hold hold(lock_);
    const LockObject* object = by_address_.find(address);
    return object == nullptr || !object->alive ? std::nullopt : std::optional<LockObject>(*object);
  }
  template <class Gone>
  void destroy(Address address, Gone&& gone) {
    LockId ended;
    {
      const Hold hold(lock_);
      LockObject* const object = by_address_.find(address);
      if (object == nullptr || !object->alive) return;
      object->alive = false;
      ended = object->id;
    }
    gone(ended);
  }
  // The objects in memory that is given back.
  template <class Gone>
  void destroy_in(AddressRange range, Gone&& gone) {
    if (!may_have_any(range)) return;
    Vector<LockId> ended(heap_);
    {
      const Hold hold(lock_);
      end_in(range, ended);
    }
    for (const LockId id : ended) gone(id);
  }
  // The objects in memory that is copied elsewhere go along; the ranges may overlap.
  template <class Gone>
  void move(AddressRange from, Address to, Gone&& gone) {
    Vector<LockId> ended(heap_);
    {
      const Hold hold(lock_);
      Vector<LockObject> moved(heap_);
      for_each_in(from, [&](LockObject& object) {
        if (!object.alive) return;
        moved.push_back(object);
        object.alive = false;
        object.id = kMoved;
        object.kind = "";
      });
      end_in({to, from.size}, ended);
      for (LockObject& object : moved) {
        object.address = Address(to.value() + (object.address - from.begin));
        known_at(object.address) = object;
      }
    }
    for (const LockId id : ended) gone(id);
  }
  // Copies of those in `range` that live.
  Vector<LockObject> alive_in(AddressRange range) {
    Vector<LockObject> found(heap_);
    const Hold hold(lock_);
    for_each_in(range, [&](const LockObject& object) {
      if (object.alive) found.push_back(object);
    });
    return found;
  }
  // For reports: also of one that is gone, unless something else is where it was.
  LockObject find(LockId id) {
    const Hold hold(lock_);
    LockObject found;
    found.id = id;
    by_address_.for_each([&](const Address&, LockObject& object) {
      if (object.id == id) found = object;
    });
    return found;
  }

 private:
  static constexpr std::uint64_t kPage = 4096;
  // Its number is that of another object by now, and not to be given to one at its old place.
  static constexpr LockId kMoved{~std::uint64_t{0}};

  // Whoever gives memory back comes after those who had objects there: he sees what they noted.
  bool may_have_any(AddressRange range) const {
    if (range.size > kPage * kPageBits) return true;
    bool any = false;
    range.for_each_chunk(kPage, [&](AddressRange part) {
      const std::uint64_t page = part.begin.value() / kPage % kPageBits;
      any |= (pages_[page / 64].load(std::memory_order_relaxed) >> page % 64 & 1) != 0;
    });
    return any;
  }
  void note_page(Address address) {
    const std::uint64_t page = address.value() / kPage % kPageBits;
    pages_[page / 64].fetch_or(std::uint64_t{1} << page % 64, std::memory_order_relaxed);
  }
  // f(object) for each that is or was in `range`.
  template <class F>
  void for_each_in(AddressRange range, F&& f) {
    const auto on_page = [&](const Vector<Address>& page) {
      for (const Address address : page)
        if (range.contains(address)) f(*by_address_.find(address));
    };
    // Mappings may be far larger than what is known of them.
    if (range.size / kPage > by_page_.size())
      return by_page_.for_each([&](std::uint64_t, Vector<Address>*& page) { on_page(*page); });
    range.for_each_chunk(kPage, [&](AddressRange part) {
      if (auto** page = by_page_.find(part.begin.value() / kPage); page != nullptr) on_page(**page);
    });
  }
  LockObject& known_at(Address address) {
    LockObject& object = by_address_.find_or_insert(address);
    if (object.id != LockId()) return object;
    object.address = address;
    note_page(address);
    Vector<Address>*& page = by_page_.find_or_insert(address.value() / kPage, nullptr);
    if (page == nullptr) page = heap_.create<Vector<Address>>(heap_);
    page->push_back(address);
    return object;
  }
  void begin(LockObject& object, const char* kind, std::uint64_t counter, ChainId calls) {
    object.alive = true;
    object.nature = {};
    object.use = {};
    object.known = false;
    if (object.id == LockId() || object.kind != kind || object.counter != counter ||
        object.calls != calls) {
      object.id = LockId(++count_);
      object.kind = kind;
      object.counter = counter;
      object.calls = calls;
    }
    if (born_ != nullptr) born_(object);
  }
  void end_in(AddressRange range, Vector<LockId>& ended) {
    for_each_in(range, [&](LockObject& object) {
      if (object.alive) ended.push_back(object.id);
      object.alive = false;
    });
  }

  // Where objects have been, by pages; several share a bit.
  static constexpr std::uint64_t kPageBits = 4096;
  std::atomic<std::uint64_t> pages_[kPageBits / 64] = {};

  SpinLock lock_;
  HashMap<Address, LockObject> by_address_;
  HashMap<std::uint64_t, Vector<Address>*> by_page_;
  Heap& heap_;
  std::uint64_t count_ = 0;
  Birth born_ = nullptr;
};

}  // namespace steward
