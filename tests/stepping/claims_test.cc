// The protocol of words in pages that belong to one thread until another one comes.
#include "core/policy/claims.h"

#include <gtest/gtest.h>

#include "core/policy/packed_word.h"
#include "stepping/protocol.h"

namespace steward::stepping {
namespace {

struct PackedAction : ActionId {
  PackedAction() = default;
  PackedAction(ActionId id) : ActionId(id) {}  // NOLINT(google-explicit-constructor)
  PackedAction(std::uint32_t number, AccessKind) : ActionId{number} {}
  std::uint32_t number() const { return value; }
};
struct Packing : Stepped {
  using Origin = PackedAction;
  static constexpr bool kWordLocks = true;
};
using PackedCell = FastTrackCell<Packing>;
static_assert(PackedCell::kPacks);

// A word in a row of one, and its rest.
struct AloneInItsRow {
  using Word = PackedWord<PackedCell, SteppedBits, 1>;
  Word word;
  Word::Rest rest;
};

// As WordShadow and VectorClockDetector use it. `hands`: after so many owners the page is
// everybody's. `guests`: who clears it all is one. `renews`: the way of most accesses is tried
// first, with the same effect.
template <std::uint64_t hands, bool guests = false, bool renews = false>
class OwnedWord {
 public:
  explicit OwnedWord(Heap& heap) : heap_(heap) {}

  template <class F>
  void access(Order::Thread& t, AccessKind kind, const Action& action, F race) {
    const std::uint8_t mask = mask_of(action.bytes);
    const Touch touch{Touch::What::access, kind, t.packed};
    if (word_.repeats(touch.epoch, kind, mask)) return;
    if (kind != AccessKind::atomic_read && access_plainly(t, touch, mask, action.id)) return;
    owners_.lock(page_, word_, self(t));
    const auto check = [&](PackedCell& cell, std::uint8_t those) {
      cell.access(kind, {t.now(), action.id}, t.clock, AfterRace::record, heap_,
                  [&](const Entry<PackedAction>& earlier) { race(those, earlier.origin); });
    };
    word_.update(mask, {heap_, heap_}, check, touch);
    word_.unlock();
  }
  void forget(Order::Thread& t, const Action& action) {
    if (guests && action.what == 'c' && clear_as_guest(t)) return;
    owners_.lock(page_, word_, self(t));
    if (action.what == 'f') word_.forget_accesses({heap_, heap_});
    else word_.clear(mask_of(action.bytes), {heap_, heap_});
    word_.unlock();
  }

 private:
  static constexpr std::uint32_t kSlots = 4;  // of the main thread, two others, and who looks last
  using Owners = Claims<SteppedBits, hands, guests ? kSlots : 512, guests>;

  static typename Owners::Self self(const Order::Thread& t) { return Owners::self_of(t.slot); }
  bool clear_as_guest(const Order::Thread& t) {
    const typename Owners::Guest guest(owners_, {&page_, &page_ + 1}, {}, self(t));
    if (!guest.is_there() || !word_.clear_alone({heap_, heap_})) return false;
    Owners::Guest::leave_to_nobody(page_);
    return true;
  }
  bool access_plainly(Order::Thread& t, const Touch& touch, std::uint8_t mask, ActionId id) {
    const VectorClock::Reader clock(t.clock);
    bool done = false;
    const auto alone = [&] {
      done = (renews && renew_alone(touch, mask, id, clock)) ||
             word_.access_alone(touch.kind, touch.epoch, mask, id.value, t.clock, [] {});
    };
    if (!owners_.if_mine(page_, self(t), alone))
      owners_.use(page_, self(t), alone, [&] {
        done = (renews && renew_locked(touch, mask, id, clock)) ||
               word_.access(touch.kind, touch.epoch, mask, id.value, t.clock, [] {});
      });
    return done;
  }
  static bool is_used() { return true; }
  bool renew_alone(const Touch& touch, std::uint8_t mask, ActionId id,
                   const VectorClock::Reader& clock) {
    return word_.renew_alone<false>(touch.kind, touch.epoch, mask, id.value, clock, is_used) ||
           word_.renew_alone<true>(touch.kind, touch.epoch, mask, id.value, clock, is_used);
  }
  bool renew_locked(const Touch& touch, std::uint8_t mask, ActionId id,
                    const VectorClock::Reader& clock) {
    return word_.renew_locked<false>(touch.kind, touch.epoch, mask, id.value, clock, is_used) ||
           word_.renew_locked<true>(touch.kind, touch.epoch, mask, id.value, clock, is_used);
  }

  Heap& heap_;
  AloneInItsRow row_;
  AloneInItsRow::Word& word_ = row_.word;
  Owners owners_;
  typename Owners::Page page_;
};
// The last of three pages, with a word. The first of the threads owns the first one, the other the
// two behind it. So the first thread, when it comes to the second page, seems to walk through all
// of them, and takes both at once.
class WalkedWord {
 public:
  explicit WalkedWord(Heap& heap) : heap_(heap) {
    owners_.ask_for(pages_[0], Owners::self_of(Slot(1)));
    owners_.ask_for(pages_[1], Owners::self_of(Slot(2)));
    owners_.ask_for(pages_[2], Owners::self_of(Slot(2)));
  }

  template <class F>
  void access(Order::Thread& t, AccessKind kind, const Action& action, F race) {
    const std::uint8_t mask = mask_of(action.bytes);
    const typename Owners::Self self = Owners::self_of(t.slot);
    if (t.slot == Slot(1)) owners_.ask_for(pages_[1], self, {pages_, pages_ + 3});
    const VectorClock::Reader clock(t.clock);
    bool done = false;
    const auto used = [] { return true; };
    owners_.use(
        pages_[2], self,
        [&] { done = word_.renew_alone<true>(kind, t.packed, mask, action.id.value, clock, used); },
        [&] {
          done = word_.renew_locked<true>(kind, t.packed, mask, action.id.value, clock, used);
        });
    if (done) return;
    owners_.lock(pages_[2], word_, self);
    const auto check = [&](PackedCell& cell, std::uint8_t those) {
      cell.access(kind, {t.now(), action.id}, t.clock, AfterRace::record, heap_,
                  [&](const Entry<PackedAction>& earlier) { race(those, earlier.origin); });
    };
    word_.update(mask, {heap_, heap_}, check, {Touch::What::access, kind, t.packed});
    word_.unlock();
  }
  void forget(Order::Thread&, const Action&) {}

 private:
  using Owners = Claims<SteppedBits, 2, 512, false>;
  using Page = typename Owners::Page;

  Heap& heap_;
  AloneInItsRow row_;
  AloneInItsRow::Word& word_ = row_.word;
  Owners owners_;
  Page pages_[3];
};

// Pages go back and forth as long as they may: more often takes longer, but shows nothing new.
using Twice = OwnedWord<2>;
using Once = OwnedWord<1>;
using Visited = OwnedWord<1, true>;
using VisitedTwice = OwnedWord<2, true>;
using Renewing = OwnedWord<1, false, true>;

// Of two accesses by two threads, all.
template <class Memory>
std::size_t expect_all_exact(const std::string& before) {
  const std::vector<std::string> all = {"r", "w", "(w)", "w1"};
  std::size_t orders = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      orders += expect_exact<Memory>({all[i], all[j]}, before);
  return orders;
}

TEST(ClaimProtocol, PagesThatBecomeEverybodys) {
  EXPECT_GT(expect_all_exact<Once>(""), 10000u);
  expect_exact<Once>({"w", "w"}, "r");
}
TEST(ClaimProtocol, TheWayOfMostAccesses) {
  for (const char* before : {"r", "w", "rw"}) {
    expect_exact<Renewing>({"w", "r"}, before);
    expect_exact<Renewing>({"w", "w"}, before);
    expect_exact<Renewing>({"w1", "r"}, before);
  }
}
TEST(ClaimProtocol, PagesThatChangeHands) {
  expect_exact<Twice>({"(w)", "(r)"});
  if (heaviest() <= 3) return;
  expect_all_exact<Twice>("");
  expect_exact<Twice>({"w", "r"}, "r");
  expect_exact<Once>({"rw", "w"});
}
TEST(ClaimProtocol, PagesThatAreTakenAtOnce) {
  expect_exact<WalkedWord>({"w", "w"});
  expect_exact<WalkedWord>({"r", "w"});
}
TEST(ClaimProtocol, AtomicReads) {
  expect_exact<Once>({"a", "w"});
  expect_exact<Once>({"a", "(w)"});
  if (heaviest() <= 3) return;
  expect_exact<Once>({"a()a", "(w)"});
  expect_exact<Once>({"aa", "w"});
}
TEST(ClaimProtocol, MemoryThatIsForgottenMeanwhile) {
  expect_exact<Once>({"r", "f"});
  expect_exact<Once>({"w", "c"});
  expect_exact<Once>({"r1", "c1"}, "w2");
  if (heaviest() > 3) expect_exact<Once>({"w", "cw"});
}
// By a guest in their page, which is nobody's, another's or everybody's.
TEST(ClaimProtocol, GuestsThatClearMeanwhile) {
  expect_exact<Visited>({"w", "c"});
  expect_exact<Visited>({"r", "c"}, "w");
  expect_exact<Visited>({"c", "c"}, "w");
}
TEST(ClaimProtocol, GuestsThatClearWherePagesChangeHands) {
  expect_exact<VisitedTwice>({"w", "c"}, "w");
}
TEST(ClaimProtocol, GuestsThatClearWhatOthersHaveBeside) {
  expect_exact<Visited>({"w1", "c"}, "w2");
}

}  // namespace
}  // namespace steward::stepping
