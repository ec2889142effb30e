// Accesses as vector-clock detectors remember them: an epoch and where it came from.
#pragma once

#include <cstddef>

#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/clock/vector_clock.h"

namespace steward {

template <class Origin>
struct Entry {
  Epoch epoch;
  Origin origin;
  friend bool operator==(const Entry&, const Entry&) = default;
};

// At most one entry a slot: the latest.
template <class Origin>
class EntrySet {
 public:
  explicit EntrySet(Heap& heap) : entries_(heap) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry<Origin>& operator[](std::size_t i) const { return entries_[i]; }
  void clear() { entries_.clear(); }
  bool contains(Epoch epoch) const {
    for (const Entry<Origin>& entry : entries_)
      if (entry.epoch == epoch) return true;
    return false;
  }

  void put(const Entry<Origin>& entry) {
    for (Entry<Origin>& old : entries_) {
      if (old.epoch.slot() != entry.epoch.slot()) continue;
      old = entry;
      return;
    }
    entries_.push_back(entry);
  }
  // As put, and forgets the entries ordered before it: whatever races with one of those races with
  // this one.
  void supersede(const Entry<Origin>& entry, const VectorClock& known) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (!known.includes(entries_[i].epoch)) entries_[kept++] = entries_[i];
    while (entries_.size() > kept) entries_.pop_back();
    entries_.push_back(entry);
  }
  // f(entry) for each that `known` is not ordered after.
  template <class F>
  void for_each_unordered(const VectorClock& known, F&& f) const {
    for (const Entry<Origin>& entry : entries_)
      if (!known.includes(entry.epoch)) f(entry);
  }
  friend bool operator==(const EntrySet& a, const EntrySet& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }
  void copy_to(EntrySet& empty) const {
    for (const Entry<Origin>& entry : entries_) empty.entries_.push_back(entry);
  }

 private:
  Vector<Entry<Origin>> entries_;
};

}  // namespace steward
