// The locks of the program by address. An address that is used for a new lock after the old one was
// destroyed is another lock.
#pragma once

#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "core/event/types.h"
#include "core/policy/policy.h"
#include "runtime/analysis/chains.h"

namespace steward {

struct LockObject {
  LockId id;
  const char* kind = "mutex";
  Address address;
  std::uint64_t counter = 0;  // where it was created, if that was seen
  ChainId calls;
};

// Thread safety: any thread may call anything.
class LockObjects {
 public:
  explicit LockObjects(Heap& heap) : by_address_(heap), by_page_(heap), heap_(heap) {}

  LockId id_of(Address address, const char* kind) {
    const Hold hold(lock_);
    return find_or_make(address, kind).id;
  }
  void create(Address address, const char* kind, std::uint64_t counter, ChainId calls) {
    const Hold hold(lock_);
    remove(address);
    LockObject& object = find_or_make(address, kind);
    object.counter = counter;
    object.calls = calls;
  }
  void destroy(Address address) {
    const Hold hold(lock_);
    remove(address);
  }
  // The locks in memory that is given back.
  void destroy_in(AddressRange range) {
    const Hold hold(lock_);
    if (by_address_.empty()) return;
    range.for_each_chunk(kPage, [&](AddressRange part) {
      Vector<Address>** page = by_page_.find(part.begin.value() / kPage);
      if (page == nullptr) return;
      for (std::size_t i = (*page)->size(); i-- > 0;)
        if (part.contains((**page)[i])) remove((**page)[i]);
    });
  }
  // For reports.
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

  LockObject& find_or_make(Address address, const char* kind) {
    LockObject& object = by_address_.find_or_insert(address);
    if (object.id != LockId()) return object;
    object.id = LockId(++count_);
    object.kind = kind;
    object.address = address;
    Vector<Address>*& page = by_page_.find_or_insert(address.value() / kPage, nullptr);
    if (page == nullptr) page = heap_.create<Vector<Address>>(heap_);
    page->push_back(address);
    return object;
  }
  void remove(Address address) {
    if (!by_address_.contains(address)) return;
    by_address_.erase(address);
    Vector<Address>& page = **by_page_.find(address.value() / kPage);
    for (std::size_t i = page.size(); i-- > 0;)
      if (page[i] == address) page.erase(i);
  }

  SpinLock lock_;
  HashMap<Address, LockObject> by_address_;
  HashMap<std::uint64_t, Vector<Address>*> by_page_;
  Heap& heap_;
  std::uint64_t count_ = 0;
};

}  // namespace steward
