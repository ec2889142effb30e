// Pages that belong to one thread until another one comes: the owner uses them without a locked
// instruction, which is what most memory is used like.
//
// The owner says that it is at work before it looks whose the page is, and has no fence in between.
// Who wants the page writes that down first, then has all processors pass a fence, and then waits
// until the owner is not at work: either that one has seen that the page is wanted, or it is seen
// to be at work. Whoever walks through memory wants several pages at once. A page that has changed
// hands too often is everybody's for good, and what is in it is locked.
//
// Whoever wants many pages for a moment, to work on all that is in them, is their guest: it says so
// of all, has one fence passed, and waits for those who are at work there, also in pages that are
// everybody's. So these lock only while they are at work, too; what they hold for longer the guest
// finds locked, and leaves alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "core/clock/epoch.h"

namespace steward {

// Owners are slots: who follows in one comes after all that its predecessors did. Thread safety:
// any thread may call anything, for itself.
// Tests that run through all interleavings can leave out what only guests look at.
template <class Bits, std::uint64_t kMostHands = 3, std::uint32_t kSlots = 512, bool kGuests = true>
class Claims {
 public:
  static constexpr std::uint32_t kOwners = kSlots;
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
  // One behind the other.
  struct Pages {
    Page* begin = nullptr;
    Page* end = nullptr;
  };

  // For now: somebody may come and take it. REQUIRES: `self` is somebody.
  [[gnu::always_inline]] static bool is_own(const Page& page, Self self) {
    return (page.bits_.load_acquire() & ~kHands) == self;
  }
  // Runs f() if the page is `self`'s: nobody else is at work in it then. f may wait for nothing.
  // REQUIRES: `self` is somebody.
  template <class F>
  [[gnu::always_inline]] bool if_mine(const Page& page, Self self, F&& f) {
    Bits& at_work = at_work_[self - 1].alone;
    at_work.store_release(place_of(page));
    Bits::in_order();
    const bool mine = is_own(page, self);
    if (mine) [[likely]]
      f();
    at_work.store_release(0);
    return mine;
  }
  // The same if the page is everybody's: f may lock what is in it, but not wait for that.
  template <class F>
  [[gnu::always_inline]] bool if_everybodys(const Page& page, Self self, F&& f) {
    if constexpr (!kGuests) return f(), true;
    Bits& at_work = at_work_[self == kNobody ? kOwners : self - 1].locking;
    // Of those who are nobody one at a time.
    if (self == kNobody)
      for (unsigned tries = 0; !at_work.replace_if(0, place_of(page)); ++tries) Bits::pause(tries);
    else at_work.store_release(place_of(page));
    Bits::in_order();
    const bool still = page.is_everybodys();
    if (still) [[likely]]
      f();
    at_work.store_release(0);
    return still;
  }
  // From here on the page is self's, until somebody else says the same, or everybody's: then
  // whoever is at work in it locks what it uses. Which of them: whether it is everybody's. `row`:
  // others around it, of which those that follow come along if they were the same one's; as many as
  // are self's before it, who seems to walk through them. REQUIRES: not from inside if_mine().
  [[gnu::noinline]] bool ask_for(Page& page, Self self, Pages row = {}) {
    for (unsigned tries = 0;; ++tries) {
      const std::uint64_t seen = page.bits_.load_acquire();
      const std::uint64_t owner = seen & kOwner;
      if (seen == kEverybody) return true;
      if (self != kNobody && (seen & ~kHands) == self) return false;
      if ((seen & kWanted) != 0) {
        Bits::pause(tries);
      } else if (owner == kNobody) {
        if (page.bits_.replace_if(seen, next(seen, self))) return next(seen, self) == kEverybody;
      } else if (page.bits_.replace_if(seen, seen | kWanted)) {
        const Pages all{&page, end_of_walk(page, self, owner, row)};
        Bits::fence_others();
        wait_for(at_work_[owner - 1].alone, all);
        for (Page* one = all.begin; one != all.end; ++one)
          one->bits_.store_release(next(one->bits_.load() & ~kWanted, self));
        return next(seen, self) == kEverybody;
      }
    }
  }
  // Uses the page in one of the two ways: alone(), from inside if_mine(), or locking() what is in
  // it, from inside if_everybodys().
  template <class Alone, class Locking>
  void use(Page& page, Self self, Alone&& alone, Locking&& locking, Pages row = {}) {
    for (;;) {
      // Who is nobody owns no page, as the compiler is to know.
      const bool everybodys = page.is_everybodys() || ask_for(page, self, row) || self == kNobody;
      if (everybodys ? if_everybodys(page, self, locking) : if_mine(page, self, alone)) return;
    }
  }
  // Locks a word of the page, as soon as nobody else uses it.
  template <class Word>
  void lock(Page& page, Word& word, Self self) {
    for (unsigned tries = 0;; ++tries) {
      bool locked = false;
      const auto try_lock = [&] { locked = word.try_lock(); };
      use(page, self, try_lock, try_lock);
      if (locked) return;
      Bits::pause(tries);
    }
  }

  // Somebody's being a guest in some pages and in others, which may be the same: nobody else is at
  // work in them. A guest waits for no page and no lock: who has it may wait for the guest.
  class Guest {
   public:
    Guest(Claims& claims, Pages some, Pages others, Self self) : pages_{some, others} {
      if (some.begin < others.end && others.begin < some.end)
        pages_[0] = {std::min(some.begin, others.begin), std::max(some.end, others.end)},
        pages_[1] = {};
      bool foreign = false;
      is_there_ = claims.possible_ && want(pages_[0], self, foreign);
      if (is_there_ && !want(pages_[1], self, foreign)) {
        give_back(pages_[0]);
        is_there_ = false;
      }
      if (!is_there_ || !foreign) return;
      Bits::fence_others();
      for (const Pages& pages : pages_)
        if (pages.begin != pages.end) claims.wait_for_all(pages);
    }
    ~Guest() {
      if (!is_there_) return;
      for (const Pages& pages : pages_) give_back(pages);
    }
    Guest(const Guest&) = delete;
    Guest& operator=(const Guest&) = delete;
    // No, if somebody else wants one of the pages just now.
    bool is_there() const { return is_there_; }
    // It is nobody's afterwards, as if nobody had ever come to it. REQUIRES: is_there(), and it is
    // one of the pages.
    static void leave_to_nobody(Page& page) { page.bits_.store_release(kWanted); }

   private:
    Pages pages_[2];
    bool is_there_;
  };

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

  // The end of those from `page` on that are wanted with it.
  static Page* end_of_walk(Page& page, Self self, std::uint64_t owner, Pages row) {
    if (row.begin == nullptr) return &page + 1;
    Page* before = &page;
    while (before > row.begin && &page - before < kMostAtOnce && is_own(before[-1], self)) --before;
    Page* end = &page + 1;
    for (const Page* const most = end + (&page - before); end != most && end < row.end; ++end) {
      const std::uint64_t seen = end->bits_.load_acquire();
      // Those that would be everybody's are asked for when they are used.
      if ((seen & ~kHands) != owner || seen / kHand >= kMostHands ||
          !end->bits_.replace_if(seen, seen | kWanted))
        break;
    }
    return end;
  }
  static constexpr std::ptrdiff_t kMostAtOnce = 16;

  // In which page somebody is at work, in each of the two ways; 0: in none. Each where nobody
  // else's is; the last one is of those who are nobody.
  struct alignas(64) AtWork {
    Bits alone;
    Bits locking;
  };
  static std::uint64_t place_of(const Page& page) { return reinterpret_cast<std::uint64_t>(&page); }
  static void wait_for(const Bits& at_work, Pages pages) {
    const auto begin = reinterpret_cast<std::uint64_t>(pages.begin);
    const auto end = reinterpret_cast<std::uint64_t>(pages.end);
    for (unsigned tries = 0; at_work.load_acquire() - begin < end - begin; ++tries)
      Bits::pause(tries);
  }
  void wait_for_all(Pages pages) const {
    for (const AtWork& one : at_work_) {
      wait_for(one.alone, pages);
      wait_for(one.locking, pages);
    }
  }
  // All of them, or none, if one is wanted already. `foreign` is set if one is not self's own.
  static bool want(Pages pages, Self self, bool& foreign) {
    for (Page* page = pages.begin; page != pages.end; ++page) {
      const std::uint64_t seen = page->bits_.load_acquire();
      if ((seen & kWanted) != 0 || !page->bits_.replace_if(seen, seen | kWanted))
        return give_back({pages.begin, page}), false;
      foreign |=
          (seen & kEverybody) != 0 || ((seen & kOwner) != kNobody && (seen & kOwner) != self);
    }
    return true;
  }
  static void give_back(Pages pages) {
    for (Page* page = pages.begin; page != pages.end; ++page)
      page->bits_.store_release(page->bits_.load() & ~kWanted);
  }

  AtWork at_work_[kOwners + 1];
  const bool possible_ = Bits::can_fence_others();
};

}  // namespace steward
