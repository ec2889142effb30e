// Pages that belong to one thread until another one comes: the owner uses them without a locked
// instruction, which is what most memory is used like.
//
// The owner says that it is at work before it looks whose the page is, and has no fence in between.
// Who wants the page writes that down first, then has all processors pass a fence, and then waits
// until the owner is not at work: either that one has seen that the page is wanted, or it is seen
// to be at work. A page that has changed hands too often is everybody's for good, and what is in
// it is locked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "core/clock/epoch.h"

namespace steward {

// Owners are slots: who follows in one comes after all that its predecessors did. Thread safety:
// any thread may call anything, for itself.
template <class Bits, std::uint64_t kMostHands = 3>
class Claims {
 public:
  static constexpr std::uint32_t kOwners = 512;
  // Whoever has no slot, or one that is too large, owns nothing.
  using Self = std::uint32_t;
  static constexpr Self kNobody = 0;
  static Self self_of(Slot slot) { return slot.value() < kOwners ? slot.value() + 1 : kNobody; }

  // Of a page; zero bits are nobody's.
  class Page {
   public:
    bool is_everybodys() const { return bits_.load_acquire() == kEverybody; }

   private:
    friend class Claims;
    Bits bits_;
  };

  // Runs f() if the page is `self`'s: nobody else is at work in it then. f may wait for nothing.
  // REQUIRES: `self` is somebody.
  template <class F>
  [[gnu::always_inline]] bool if_mine(const Page& page, Self self, F&& f) {
    Bits& at_work = at_work_[self - 1].bits;
    at_work.store(1);
    Bits::in_order();
    const bool mine = (page.bits_.load_acquire() & ~kHands) == self;
    if (mine) [[likely]]
      f();
    at_work.store_release(0);
    return mine;
  }
  // From here on the page is self's, until somebody else says the same, or everybody's: then
  // whoever is at work in it locks what it uses. REQUIRES: not from inside if_mine().
  [[gnu::noinline]] void ask_for(Page& page, Self self) {
    for (unsigned tries = 0;; ++tries) {
      const std::uint64_t seen = page.bits_.load_acquire();
      const std::uint64_t owner = seen & kOwner;
      if (seen == kEverybody || (self != kNobody && (seen & ~kHands) == self)) return;
      if ((seen & kWanted) != 0) {
        Bits::pause(tries);
      } else if (owner == kNobody) {
        if (page.bits_.replace_if(seen, next(seen, self))) return;
      } else if (page.bits_.replace_if(seen, seen | kWanted)) {
        Bits::fence_others();
        const Bits& at_work = at_work_[owner - 1].bits;
        for (tries = 0; at_work.load_acquire() != 0; ++tries) Bits::pause(tries);
        return page.bits_.store_release(next(seen, self));
      }
    }
  }
  // Uses the page in one of the two ways: alone(), from inside if_mine(), or locking() what is in
  // it.
  template <class Alone, class Locking>
  void use(Page& page, Self self, Alone&& alone, Locking&& locking) {
    for (;;) {
      ask_for(page, self);
      if (self == kNobody || page.is_everybodys()) return locking();
      if (if_mine(page, self, alone)) return;
    }
  }
  // Locks a word of the page, as soon as nobody else uses it.
  template <class Word>
  void lock(Page& page, Word& word, Self self) {
    for (unsigned tries = 0;; ++tries) {
      bool locked = false;
      const auto by_lock = [&] {
        word.lock();
        locked = true;
      };
      use(
          page, self, [&] { locked = word.try_lock(); }, by_lock);
      if (locked) return;
      Bits::pause(tries);
    }
  }

 private:
  static constexpr std::uint64_t kOwner = 0xffff;
  static constexpr std::uint64_t kWanted = 1 << 16;
  static constexpr std::uint64_t kEverybody = 1 << 17;
  static constexpr std::uint64_t kHand = 1 << 18;  // and above: through how many it went
  static constexpr std::uint64_t kHands = ~(kHand - 1);

  std::uint64_t next(std::uint64_t seen, Self self) const {
    if (self == kNobody || !possible_ || seen / kHand >= kMostHands) return kEverybody;
    return ((seen & kHands) + kHand) | self;
  }

  // Each where nobody else's is.
  struct alignas(64) AtWork {
    Bits bits;
  };
  AtWork at_work_[kOwners];
  const bool possible_ = Bits::can_fence_others();
};

}  // namespace steward
