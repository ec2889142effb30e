// djit: vector clocks for every location, as in DJIT+ (Pozniansky, Schuster). The plain form that
// the faster detectors are compared with: of each kind the last access of each thread is kept, and
// only a race-free plain write makes anything forgotten.
#pragma once

#include "core/detect/vector_clock_detector.h"

namespace steward {

template <class Policy>
class DjitCell {
 public:
  using Owner = Heap;
  using Origin = typename Policy::Origin;
  using Past = Entry<Origin>;
  using StoreList = Stores<SharedClock<Policy>>;

  template <class F>
  void access(AccessKind kind, const Past& now, const VectorClock& known, AfterRace after,
              Heap& heap, F race) {
    if (body_ == nullptr) body_ = heap.create<Body>(heap);
    bool raced = false;
    for (int i = 0; i < kKinds; ++i) {
      if (!kinds_conflict(kind, static_cast<AccessKind>(i))) continue;
      body_->last[i].for_each_unordered(known, [&](const Past& earlier) {
        raced = true;
        race(earlier);
      });
    }
    const bool plain_write = is_write(kind) && !is_atomic(kind);
    // Whatever an atomic load reads after a plain write came from no atomic store.
    if (plain_write) body_->stores = StoreList(heap);
    if (raced && after == AfterRace::refuse) return;
    if (plain_write && !raced)
      for (EntrySet<Origin>& entries : body_->last) entries.clear();
    const AccessKind as = kind == AccessKind::free ? AccessKind::write : kind;
    body_->last[static_cast<int>(as)].put(now);
  }

  StoreList* stores() { return body_ == nullptr ? nullptr : &body_->stores; }
  StoreList& make_stores(Heap&) { return body_->stores; }
  void note_new_store() {}
  void note_acquired(Epoch) {}

  void copy_to(DjitCell& empty, Heap& heap) const {
    if (body_ == nullptr) return;
    empty.body_ = heap.create<Body>(heap);
    for (int i = 0; i < kKinds; ++i) body_->last[i].copy_to(empty.body_->last[i]);
    body_->stores.copy_to(empty.body_->stores);
  }
  void clear(Heap& heap) {
    if (body_ != nullptr) heap.destroy(body_);
    body_ = nullptr;
  }
  bool same_as(const DjitCell&) const { return false; }

 private:
  static constexpr int kKinds = 4;  // the AccessKinds but free, which is a write
  struct Body {
    explicit Body(Heap& heap)
        : last{EntrySet<Origin>(heap), EntrySet<Origin>(heap), EntrySet<Origin>(heap),
               EntrySet<Origin>(heap)},
          stores(heap) {}
    EntrySet<Origin> last[kKinds];
    StoreList stores;
  };
  Body* body_ = nullptr;
};

template <class Policy>
using Djit = VectorClockDetector<Policy, DjitCell>;

}  // namespace steward
