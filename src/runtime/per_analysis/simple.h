// The first phase of `predict`: `simple` over everything, to find what is worth a close look.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/detect/simple.h"
#include "runtime/per_analysis/policies.h"
#include "runtime/state/kin.h"
#include "runtime/state/runtime.h"

namespace steward {

class Chosen : public Simple<Selecting> {
 public:
  using Base = Simple<Selecting>;
  static constexpr bool kJudgesWrites = false;
  static constexpr bool kSelects = true;
  static constexpr bool kWatches = false;
  static constexpr bool kFollowsFunctions = true;
  static constexpr bool kControls = false;
  static constexpr bool kHasShortWay = false;
  static constexpr bool kInOnePiece = false;
  static constexpr bool kKnowsGuards = true;
  static constexpr bool kRecords = false;
  static constexpr bool kRefuses = false;

  explicit Chosen(Runtime& runtime)
      : Base(runtime.heap, {.atomics_are_messages = !runtime.sender.ignores_atomics()},
             runtime.reporter),
        prospects_(runtime.prospects) {}

  // Of no access it is known without its place.
  bool repeats(const Thread&, AccessKind, AddressRange) const { return false; }
  // The same with it, of some bytes of a word: what a thread has accessed counts, and from where.
  template <class Leaf>
  [[gnu::always_inline]] bool knows_access(const ThreadState& state, const Thread& t,
                                           AccessKind kind, const Leaf& leaf, AddressRange in_word,
                                           std::uint64_t counter) const {
    if (!is_settled(t, kind, leaf, in_word)) return false;
    const Kin kin = leaf.beside.of(in_word.begin);
    return kin == kNoKin || state.met_kin.has(counter, kin);
  }
  // A read or write of some bytes of a word, if it is simple. False: perhaps nothing has happened.
  template <class Leaf>
  [[gnu::always_inline]] bool select(ThreadState& state, Thread& t, AccessKind kind, Leaf& leaf,
                                     AddressRange in_word, std::uint64_t counter,
                                     std::uint32_t self) {
    const Kin kin = meet(state, leaf, in_word.begin, counter);
    if (kin != kNoKin && prospects_.is_selected(kin)) return settle(kind, leaf, in_word, self);
    return access_plainly(t, kind, leaf, in_word.begin, mask_of(in_word), self);
  }

  void read(Thread& t, AddressRange range, LiveOrigin) { access(t, AccessKind::read, range); }
  void write(Thread& t, AddressRange range, LiveOrigin) { access(t, AccessKind::write, range); }
  void free(Thread& t, AddressRange range, LiveOrigin) { access(t, AccessKind::free, range); }
  template <class Perform>
  void atomically(Thread& t, AddressRange range, Perform&& perform) {
    Base::atomically(t, range, perform);
    if (ThreadState* const state = current_thread)
      for_each_word(range, [&](Address word, std::uint8_t) {
        meet(*state, leaf_for(word), word, state->counter);
      });
  }
  // What is there from now on is something else.
  void alloc(AddressRange range) {
    Base::alloc(range);
    forget_kin(range);
  }
  void clear(AddressRange range) {
    Base::clear(range);
    forget_kin(range);
  }
  // Of one that was just made, where something is known already: elsewhere it is found out later.
  void block_made(const Block& block) {
    const Prospects::KinInRow row = prospects_.kin_of(block);
    if (row.first == kKinUnknown) return;
    for_each_leaf_in(row.words, [&](auto& leaf, AddressRange part) {
      const std::uint64_t before = (part.begin - row.words.begin) / kWordBytes;
      leaf.beside.learn(part, [&](std::uint64_t i) { return row.at(before + i); });
    });
  }
  void acquire(Thread& t, LockId lock, LockMode mode) {
    Base::acquire(t, lock, mode);
    prospects_.held(t.locks->size());
  }
  void wait(Thread& t, ConditionId condition, LockId lock) {
    prospects_.mark_channel(lock);
    Base::wait(t, condition, lock);
  }
  // A copy joins two histories: that of its source must be watched to be known at its destination.
  // It is for programs that manage memory themselves, where addresses tell nothing.
  void copy(Address from, AddressRange to) {
    prospects_.watch_everything();
    Base::copy(from, to);
  }

 private:
  void access(Thread& t, AccessKind kind, AddressRange range) {
    ThreadState* const state = current_thread;
    const std::uint32_t own = self(t);
    range.for_each_chunk(kLeafBytes, [&](AddressRange in_leaf) {
      auto& leaf = leaf_for(in_leaf.begin);
      in_leaf.for_each_chunk(kWordBytes, [&](AddressRange in_word) {
        if (state == nullptr ||
            !(knows_access(*state, t, kind, leaf, in_word, state->counter) ||
              (own != 0 && select(*state, t, kind, leaf, in_word, state->counter, own))))
          access_anyhow(t, kind, in_word);
      });
    });
  }
  [[gnu::noinline]] void access_anyhow(Thread& t, AccessKind kind, AddressRange in_word) {
    if (kind == AccessKind::read) Base::read(t, in_word, {});
    else if (kind == AccessKind::write) Base::write(t, in_word, {});
    else Base::free(t, in_word, {});
  }
  // What the word is: the thread has told that it accesses such ones from there.
  template <class Leaf>
  [[gnu::always_inline]] Kin meet(ThreadState& state, Leaf& leaf, Address address,
                                  std::uint64_t counter) {
    Kin kin = leaf.beside.of(address);
    if (kin == kKinUnknown) [[unlikely]]
      kin = learn(state, leaf, address);
    if (kin != kNoKin && !state.met_kin.has(counter, kin)) [[unlikely]]
      prospects_.meet(state, counter, kin);
    return kin;
  }
  template <class Leaf>
  [[gnu::noinline]] Kin learn(const ThreadState& state, Leaf& leaf, Address address) {
    const Prospects::KinInRow row = prospects_.kin_around(state, word_of(address));
    leaf.beside.learn(row.words, [&](std::uint64_t i) { return row.at(i); });
    return leaf.beside.of(address);
  }
  void forget_kin(AddressRange range) {
    for_each_leaf_in(range, [](auto& leaf, AddressRange part) { leaf.beside.forget(part); });
  }

  Prospects& prospects_;
};

inline std::uint32_t Selecting::self() { return self_in<Chosen>(); }

}  // namespace steward
