// Locksets: which locks a thread holds and how, interned so that equal sets are one object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/bit_set.h"
#include "base/hash_map.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/detect/finding.h"
#include "core/event/types.h"

namespace steward {

struct HeldLock {
  LockId lock;
  LockMode mode;
  friend bool operator==(const HeldLock&, const HeldLock&) = default;
};

// A lock and its mode in one word; the order of labels is the order of locks.
class LockLabel {
 public:
  constexpr LockLabel() = default;
  constexpr LockLabel(std::uint32_t lock, LockMode mode)
      : bits_(lock << 1 | static_cast<std::uint32_t>(mode)) {}
  // Of any lock that is no more, where it does not matter which one it was: nobody holds it.
  static constexpr LockLabel gone() { return {UINT32_MAX >> 1, LockMode::exclusive}; }
  constexpr std::uint32_t lock() const { return bits_ >> 1; }  // a number of Locksets', from 0
  constexpr LockMode mode() const { return static_cast<LockMode>(bits_ & 1); }
  constexpr bool exclusive() const { return mode() == LockMode::exclusive; }
  friend constexpr auto operator<=>(LockLabel, LockLabel) = default;

 private:
  std::uint32_t bits_ = 0;
};

// Immutable once interned, and freed only with a lock of it that nobody holds any more: whoever
// holds these locks may read it without holding anything else. Two sets are equal if and only if
// their pointers are.
class Lockset {
 public:
  LocksetId id() const { return id_; }
  std::span<const LockLabel> labels() const { return {labels_, size_}; }  // by lock, each once
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // How this set holds a lock: nothing if not at all.
  const LockLabel* find(std::uint32_t lock) const {
    if ((signature_ & signature_of(lock)) == 0) return nullptr;
    for (const LockLabel& label : labels())
      if (label.lock() == lock) return &label;
    return nullptr;
  }
  // Whether the two keep each other out: a common lock that at least one side holds exclusively.
  bool protects(LockLabel other) const {
    const LockLabel* mine = find(other.lock());
    return mine != nullptr && (mine->exclusive() || other.exclusive());
  }
  bool protects(const Lockset& other) const {
    if ((signature_ & other.signature_) == 0) return false;
    for (const LockLabel& label : other.labels())
      if (protects(label)) return true;
    return false;
  }
  // Whether this set holds that lock at least as strongly: (l, m) ∈ this.
  bool holds(LockLabel label) const {
    const LockLabel* mine = find(label.lock());
    return mine != nullptr && mine->mode() >= label.mode();
  }
  // Whether all locks of `set` are among these, if `only_exclusive` held exclusively: then the
  // intersection of the two, as Locksets computes it, is `set`. REQUIRES: that is the result of
  // one.
  bool keeps(const Lockset& set, bool only_exclusive) const {
    for (const LockLabel& label : set.labels()) {
      const LockLabel* mine = find(label.lock());
      if (mine == nullptr || (only_exclusive && !mine->exclusive())) return false;
    }
    return true;
  }
  bool has_one_of(const BitSet& numbers) const {
    for (const LockLabel& label : labels())
      if (numbers.contains(label.lock())) return true;
    return false;
  }
  // this ⊆ other.
  bool is_subset_of(const Lockset& other) const {
    for (const LockLabel& label : labels())
      if (!other.holds(label)) return false;
    return true;
  }

 private:
  friend class Locksets;
  static std::uint64_t signature_of(std::uint32_t lock) {
    return std::uint64_t{1} << (lock * 0x9e3779b1u >> 26);
  }

  LocksetId id_;
  std::uint32_t size_ = 0;
  std::uint64_t signature_ = 0;  // the locks' bits: disjoint signatures mean disjoint sets
  const LockLabel* labels_ = nullptr;
};

// Interns locksets. Thread safety: none; detectors keep it in a Shared.
class Locksets {
 public:
  explicit Locksets(Heap& heap)
      : heap_(heap),
        locks_(heap),
        numbers_(heap),
        gone_(heap),
        free_numbers_(heap),
        sets_(heap),
        free_sets_(heap),
        by_content_(heap),
        steps_(heap),
        intersections_(heap) {
    intern({});
  }

  const Lockset* empty() const { return sets_[0]; }
  // `set` and this lock; the stronger mode if it is there already.
  const Lockset* with(const Lockset* set, LockId lock, LockMode mode) {
    return step(set, {number_of(lock), mode}, Step::add);
  }
  const Lockset* without(const Lockset* set, LockId lock) {
    return step(set, {number_of(lock), LockMode::exclusive}, Step::remove);
  }
  // The locks of `set` that `held` holds too, if `only_exclusive` exclusively. Modes in the result
  // mean nothing: all are exclusive.
  const Lockset* intersection(const Lockset* set, const Lockset* held, bool only_exclusive) {
    if (set->empty() || held->empty()) return empty();
    const std::uint64_t key =
        (std::uint64_t{set->id().value()} << 32 | held->id().value()) << 1 | only_exclusive;
    const Lockset*& known = intersections_.find_or_insert(key, nullptr);
    return known != nullptr ? known : known = compute_intersection(set, held, only_exclusive);
  }

  // The locks of `set` without those of `numbers`.
  const Lockset* without(const Lockset* set, const BitSet& numbers) {
    Vector<LockLabel> kept(heap_);
    for (const LockLabel& label : set->labels())
      if (!numbers.contains(label.lock())) kept.push_back(label);
    return kept.size() == set->size() ? set : intern(kept.span());
  }

  // This lock is no more: the next one with its id is another.
  void forget(LockId lock) {
    const std::uint32_t* const number = numbers_.find(lock);
    if (number == nullptr) return;
    gone_.push_back(*number);
    numbers_.erase(lock);
  }
  // What was said of locks that are no more is still there, and takes room. Whoever has taken their
  // numbers, and seen to it that nobody refers to them, says so by reuse(); of others by keep().
  std::size_t gone() const { return gone_.size(); }
  Vector<std::uint32_t> take_gone() { return std::exchange(gone_, Vector<std::uint32_t>(heap_)); }
  void keep(std::uint32_t number) { gone_.push_back(number); }
  // REQUIRES: nobody has a set with one of these.
  void reuse(const BitSet& numbers) {
    for (std::uint32_t id = 0; id < sets_.size(); ++id)
      if (sets_[id] != nullptr && sets_[id]->has_one_of(numbers)) free_set(id);
    numbers.for_each([&](std::uint32_t number) { free_numbers_.push_back(number); });
    // What only saves work is easily made anew.
    steps_.clear();
    intersections_.clear();
    by_content_.clear();
    for (Lockset* set : sets_)
      if (set != nullptr) by_content_.insert(hash_of(set->labels()), set);
  }

  std::size_t count() const { return sets_.size(); }
  std::size_t largest() const { return largest_; }
  const Lockset* at(LocksetId id) const { return sets_[id.value()]; }
  HeldLock held(LockLabel label) const { return {locks_[label.lock()], label.mode()}; }

 private:
  enum class Step : std::uint8_t { add, remove };

  std::uint32_t number_of(LockId lock) {
    if (const std::uint32_t* known = numbers_.find(lock); known != nullptr) return *known;
    const auto number = next_of(free_numbers_, locks_.size());
    if (number == locks_.size()) locks_.push_back(lock);
    else locks_[number] = lock;
    return numbers_.find_or_insert(lock, number);
  }
  // One that is free to be used again, or a fresh one.
  static std::uint32_t next_of(Vector<std::uint32_t>& free, std::size_t fresh) {
    if (free.empty()) return static_cast<std::uint32_t>(fresh);
    const std::uint32_t next = free.back();
    free.pop_back();
    return next;
  }
  void free_set(std::uint32_t id) {
    Lockset* const set = std::exchange(sets_[id], nullptr);
    heap_.deallocate(const_cast<LockLabel*>(set->labels_), set->size_ * sizeof(LockLabel));
    heap_.destroy(set);
    free_sets_.push_back(id);
  }
  const Lockset* compute_intersection(const Lockset* set, const Lockset* held,
                                      bool only_exclusive) {
    Vector<LockLabel> both(heap_);
    for (const LockLabel& label : set->labels()) {
      const LockLabel* other = held->find(label.lock());
      if (other == nullptr || (only_exclusive && !other->exclusive())) continue;
      both.push_back({label.lock(), LockMode::exclusive});
    }
    return intern(both.span());
  }
  // Programs take the same locks from the same sets again and again: remember each step.
  const Lockset* step(const Lockset* set, LockLabel label, Step what) {
    const std::uint64_t key = (std::uint64_t{set->id().value()} << 32 | label.lock()) << 2 |
                              std::uint64_t{label.exclusive()} << 1 |
                              static_cast<std::uint64_t>(what);
    if (const Lockset** known = steps_.find(key); known != nullptr) return *known;
    Vector<LockLabel> labels(heap_);
    for (const LockLabel& old : set->labels())
      if (old.lock() != label.lock()) labels.push_back(old);
      else if (what == Step::add && old > label) label = old;
    if (what == Step::add) {
      std::size_t at = 0;
      while (at < labels.size() && labels[at] < label) ++at;
      labels.insert(at, label);
    }
    const Lockset* result = intern(labels.span());
    steps_.insert_or_assign(key, result);
    return result;
  }
  static std::uint64_t hash_of(std::span<const LockLabel> labels) {
    std::uint64_t hash = labels.size();
    for (const LockLabel& label : labels)
      hash = mix_bits(hash * 31 + std::uint64_t{label.lock()} * 2 + label.exclusive());
    return hash;
  }
  const Lockset* intern(std::span<const LockLabel> labels) {
    Lockset*& first = by_content_.find_or_insert(hash_of(labels), nullptr);
    if (first != nullptr && same(*first, labels)) return first;
    if (first != nullptr) return intern_colliding(labels);
    return first = make(labels);
  }
  // Two contents with one 64-bit hash: as good as never, so slow is fine.
  const Lockset* intern_colliding(std::span<const LockLabel> labels) {
    for (const Lockset* set : sets_)
      if (set != nullptr && same(*set, labels)) return set;
    return make(labels);
  }
  static bool same(const Lockset& set, std::span<const LockLabel> labels) {
    if (set.size() != labels.size()) return false;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (set.labels()[i] != labels[i]) return false;
    return true;
  }
  Lockset* make(std::span<const LockLabel> labels) {
    Lockset* set = heap_.create<Lockset>();
    auto* copy = static_cast<LockLabel*>(heap_.allocate(labels.size() * sizeof(LockLabel)));
    for (std::size_t i = 0; i < labels.size(); ++i) {
      copy[i] = labels[i];
      set->signature_ |= Lockset::signature_of(labels[i].lock());
    }
    set->id_ = LocksetId(next_of(free_sets_, sets_.size()));
    set->size_ = static_cast<std::uint32_t>(labels.size());
    set->labels_ = copy;
    if (labels.size() > largest_) largest_ = labels.size();
    if (set->id_.value() == sets_.size()) sets_.push_back(set);
    else sets_[set->id_.value()] = set;
    return set;
  }

  Heap& heap_;
  Vector<LockId> locks_;
  HashMap<LockId, std::uint32_t> numbers_;
  Vector<std::uint32_t> gone_;  // numbers of locks that are no more
  Vector<std::uint32_t> free_numbers_;
  Vector<Lockset*> sets_;  // by id; null where one was freed
  Vector<std::uint32_t> free_sets_;
  HashMap<std::uint64_t, Lockset*> by_content_;
  HashMap<std::uint64_t, const Lockset*> steps_;
  HashMap<std::uint64_t, const Lockset*> intersections_;
  std::size_t largest_ = 0;
};

}  // namespace steward
