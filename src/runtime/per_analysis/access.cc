// The compiler's callbacks for plain accesses and calls.
#include "runtime/control/functions.h"
#include "runtime/control/regions.h"
#include "runtime/control/sampling.h"
#include "runtime/explore/accesses.h"
#include "runtime/per_analysis/live.h"
#include "runtime/per_analysis/refusing.h"
#include "runtime/platform/real.h"
#include "runtime/report/race_words.h"

using namespace steward;

namespace {

// What the write that comes changes, if that is not known of its place already. What cannot be
// judged is taken for a change.
template <class Analysing>
void judge(const Analysing& detector, const Scope& scope, const void* address, std::size_t size,
           LiveOrigin origin) {
  if constexpr (Analysing::kJudgesWrites) {
    if (!detector.watches(Scope::range_of(address, size))) return;
    const Origins& origins = scope.state().origins;
    const std::uint32_t site = origins.at(origin.number()).site;
    if (origins.effect_of(site) == Origins::Effect::change) return;
    if (!scope.thread().pending.begin(address, size, site))
      scope.state().reporter.tell_effect(site, true);
  }
}
[[gnu::noinline]] void read_anew(const void* address, std::size_t size, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope || !scope.records_accesses() || !is_sampled(address)) return;
  if (scope.thread().pending.settled_by_read()) scope.settle_write();
  const AddressRange range = Scope::range_of(address, size);
  if (is_answered(live_detector(), scope, AccessKind::read, range)) return;
  scope.thread().takes_stale = true;
  live_detector().read(live(*scope.thread().analysis), range,
                       live_origin(scope, AccessKind::read, range));
  scope.thread().takes_stale = false;
}
[[gnu::noinline]] void write_anew(const void* address, std::size_t size, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope || !scope.records_accesses() || !is_sampled(address)) return;
  scope.settle_write();
  const AddressRange range = Scope::range_of(address, size);
  if (is_answered(live_detector(), scope, AccessKind::write, range)) return;
  const LiveOrigin origin = live_origin(scope, AccessKind::write, range);
  live_detector().write(live(*scope.thread().analysis), range, origin);
  judge(live_detector(), scope, address, size, origin);
}
template <class Analysing>
[[gnu::always_inline]] inline bool is_known_at(std::uint64_t counter, const Analysing& detector,
                                               AccessKind kind, const void* address,
                                               std::size_t size) {
  const ThreadState* const t = current_thread;
  const AddressRange range = Scope::range_of(address, size);
  if (t == nullptr || range.begin.value() % kWordBytes + size > kWordBytes) return false;
  const auto* const leaf = detector.find(range.begin);
  return leaf != nullptr &&
         detector.knows_access(*t, live(*t->analysis), kind, *leaf, range, counter);
}
[[gnu::always_inline]] inline bool is_of_no_interest(AccessKind kind, const void* address,
                                                     std::size_t size, std::uint64_t counter) {
  if constexpr (Detector::kControls) return passes_unseen(address, size, counter);
  else if constexpr (Detector::kSelects)
    return is_known_at(counter, live_detector(), kind, address, size);
  else return is_known_access(kind, address, size);
}
template <AccessKind kind>
[[gnu::always_inline]] inline void access_anew(const void* address, std::size_t size,
                                               std::uint64_t counter) {
  if constexpr (kind == AccessKind::read) read_anew(address, size, counter);
  else write_anew(address, size, counter);
}

// The way of accesses in a controlled execution.
template <AccessKind kind>
[[gnu::noinline]] void look_at(const void* address, std::size_t size, std::uint64_t counter) {
  if (deserves_a_look(address, size, counter)) access_anew<kind>(address, size, counter);
}

// The short way, for analyses that have one. It goes in two steps, which hand over what they know
// and need no room on the stack. Nearly all accesses end with it.

// What Scope would say, if there is nothing about it but a thread that records its accesses.
[[gnu::always_inline]] inline bool is_plain_moment(const Runtime& state, const ThreadState& t) {
  // All of it is nearly always so: one jump is enough.
  return !t.is_any() && (sample_of_100 | static_cast<unsigned>(!state.watches(Effort::everything)) |
                         static_cast<unsigned>(memory_use.is_tight())) == 0;
}
// `D` is the analysis, where these are compiled; the others have no short way.
template <class D>
[[gnu::always_inline]] inline D& at_hand() {
  return live_detector();
}
// Two ways: most memory belongs to the thread. They end by jumps, so that nothing need be kept on
// the stack. REQUIRES: what is not of two words is aligned.
enum class Way { alone, locked };
template <class D, AccessKind kind, std::size_t size, bool more, class Place>
[[gnu::always_inline]] inline bool renew(const typename D::Thread& analysed, Way way, Place place,
                                         const void* address, std::uint32_t origin) {
  const AddressRange range = Scope::range_of(address, size);
  return way == Way::alone
             ? at_hand<D>().template renew_alone<more>(analysed, kind, place, range, origin)
             : at_hand<D>().template renew_locked<more>(analysed, kind, place, range, origin);
}
template <AccessKind kind>
[[gnu::always_inline]] inline LiveOrigin plain_origin(ThreadState& t, AddressRange range,
                                                      std::uint64_t counter) {
  return t.origins.number_of({kind, range, counter, t.calls.context(), t.locks.chain()});
}
// The same, from where it has not been told lately.
template <class D, AccessKind kind, std::size_t size, Way way, class Place>
[[gnu::noinline]] void record_news(const void* address, std::uint64_t counter, Place place,
                                   ThreadState* thread, const typename D::Thread* analysed) {
  ThreadState& t = *thread;
  begin_busy_plainly(t);
  const LiveOrigin origin = plain_origin<kind>(t, Scope::range_of(address, size), counter);
  const bool done = renew<D, kind, size, true>(*analysed, way, place, address, origin.number());
  end_busy_plainly(t);
  if (!done) access_anew<kind>(address, size, counter);
}
template <class D, AccessKind kind, std::size_t size, Way way, bool more, class Place>
[[gnu::noinline]] void record_shortly(const void* address, std::uint64_t counter, Place place,
                                      ThreadState* thread, const typename D::Thread* analysed) {
  static_assert(!D::kJudgesWrites && !D::kControls);
  ThreadState& t = *thread;
  if (!is_plain_moment(*runtime(), t)) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  t.counter = counter;
  begin_busy_plainly(t);
  // Nothing has the key of locks that have no number yet.
  const AddressRange as_aligned{
      size > kWordBytes ? Scope::range_of(address, size).begin : Address(0), size};
  const std::uint32_t origin =
      t.origins.known({kind, as_aligned, counter, t.calls.context(), t.locks.known_chain()});
  bool done = false;
  if (origin != 0) [[likely]]
    done = renew<D, kind, size, more>(*analysed, way, place, address, origin);
  stop_busy_plainly(t);
  // Whoever was kept waiting meanwhile waits until what follows is over, too.
  if (!done) [[unlikely]] {
    if (!more && origin != 0)
      return record_shortly<D, kind, size, way, true>(address, counter, place, thread, analysed);
    if (origin != 0) return access_anew<kind>(address, size, counter);
    return record_news<D, kind, size, way>(address, counter, place, thread, analysed);
  }
  if (t.deferred.waiting.load(std::memory_order_relaxed)) [[unlikely]]
    return deliver_deferred(t);
}
// In one word, or two whole ones of the same block of `unit` bytes.
[[gnu::always_inline]] inline bool is_in_words(AddressRange range, std::uint64_t unit) {
  const std::uint64_t begin = range.begin.value();
  if (range.size <= kWordBytes) return begin % kWordBytes <= kWordBytes - range.size;
  return begin % kWordBytes == 0 && begin % unit <= unit - range.size;
}
template <class D, AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline void access_shortly(const void* address, std::uint64_t counter) {
  ThreadState* const t = current_thread;
  const AddressRange range = Scope::range_of(address, size);
  if (t == nullptr || !is_in_words(range, D::page_bytes())) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  const auto place = at_hand<D>().find_place(range.begin);
  if (place.is_none()) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  const typename D::Thread& analysed = live(*t->analysis);
  if (D::repeats(analysed, kind, place, range)) return;
  if (size <= kWordBytes && range.begin.value() % size != 0) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  const bool more = D::has_more(place, range);
  if (D::is_own(analysed, place, range.begin)) [[likely]] {
    if (more)
      return record_shortly<D, kind, size, Way::alone, true>(address, counter, place, t, &analysed);
    return record_shortly<D, kind, size, Way::alone, false>(address, counter, place, t, &analysed);
  }
  if (more)
    return record_shortly<D, kind, size, Way::locked, true>(address, counter, place, t, &analysed);
  record_shortly<D, kind, size, Way::locked, false>(address, counter, place, t, &analysed);
}

// The way of accesses in a phase that selects. In two steps, as above.
template <class D, AccessKind kind, std::size_t size, class Leaf>
[[gnu::noinline]] void select_plainly(const void* address, std::uint64_t counter, Leaf* leaf,
                                      ThreadState* thread) {
  ThreadState& t = *thread;
  const AddressRange range = Scope::range_of(address, size);
  typename D::Thread& analysed = live(*t.analysis);
  const std::uint32_t self = D::self(analysed);
  if (!is_plain_moment(*runtime(), t) || self == 0) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  begin_busy_plainly(t);
  t.counter = counter;
  bool done = true;
  range.for_each_chunk(kWordBytes, [&](AddressRange in_word) {
    done = done && at_hand<D>().select(t, analysed, kind, *leaf, in_word, counter, self);
  });
  end_busy_plainly(t);
  // What has been done already is only repeated.
  if (!done) [[unlikely]]
    access_anew<kind>(address, size, counter);
}
template <class D, AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline void select_shortly(const void* address, std::uint64_t counter) {
  ThreadState* const t = current_thread;
  const AddressRange range = Scope::range_of(address, size);
  if (t == nullptr || !is_in_words(range, kLeafBytes)) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  auto* const leaf = at_hand<D>().find(range.begin);
  if (leaf == nullptr) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  const typename D::Thread& analysed = live(*t->analysis);
  const D& detector = at_hand<D>();
  const bool known =
      size <= kWordBytes
          ? detector.knows_access(*t, analysed, kind, *leaf, range, counter)
          : detector.knows_access(*t, analysed, kind, *leaf, {range.begin, kWordBytes}, counter) &&
                detector.knows_access(*t, analysed, kind, *leaf,
                                      {range.begin + kWordBytes, kWordBytes}, counter);
  if (!known) select_plainly<D, kind, size>(address, counter, leaf, t);
}

// The way of accesses in a phase that watches some. Whether what is written changes anything is
// asked until it has once: by the long way.
template <class D, AccessKind kind, std::size_t size>
[[gnu::noinline]] void watch_plainly(const void* address, std::uint64_t counter,
                                     ThreadState* thread) {
  ThreadState& t = *thread;
  const AddressRange range = Scope::range_of(address, size);
  typename D::Thread& analysed = live(*t.analysis);
  const std::uint32_t self = D::self(analysed);
  Runtime& state = *runtime();
  if (!is_plain_moment(state, t) || self == 0 || t.pending.waits() ||
      !state.several_threads.load(std::memory_order_relaxed) || !at_hand<D>().watches_whole(range))
      [[unlikely]]
    return access_anew<kind>(address, size, counter);
  begin_busy_plainly(t);
  t.counter = counter;
  const LiveOrigin origin = plain_origin<kind>(t, range, counter);
  bool done =
      kind == AccessKind::read ||
      state.origins.effect_of(state.origins.site_at(origin.number())) == Origins::Effect::change;
  range.for_each_chunk(kWordBytes, [&](AddressRange in_word) {
    done = done && at_hand<D>().access_plainly(analysed, kind, origin.number(),
                                               at_hand<D>().leaf_for(in_word.begin), in_word, self);
  });
  end_busy_plainly(t);
  // What has been done already is only repeated.
  if (!done) [[unlikely]]
    access_anew<kind>(address, size, counter);
}
template <class D, AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline void watch_shortly(const void* address, std::uint64_t counter) {
  if (is_of_no_interest(kind, address, size, counter)) [[likely]]
    return;
  ThreadState* const t = current_thread;
  if (t == nullptr || !is_in_words(Scope::range_of(address, size), kLeafBytes)) [[unlikely]]
    return access_anew<kind>(address, size, counter);
  watch_plainly<D, kind, size>(address, counter, t);
}

// The way of most accesses: nothing is told that was not told before.
template <AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline void access_at(const void* address, std::uint64_t counter) {
  if constexpr (Detector::kHasShortWay) {
    access_shortly<Detector, kind, size>(address, counter);
  } else if constexpr (Detector::kSelects) {
    select_shortly<Detector, kind, size>(address, counter);
  } else if constexpr (Detector::kWatches) {
    watch_shortly<Detector, kind, size>(address, counter);
  } else if constexpr (Detector::kControls) {
    if (!passes_quickly(address, size, counter)) [[unlikely]]
      look_at<kind>(address, size, counter);
  } else if (!is_of_no_interest(kind, address, size, counter)) {
    access_anew<kind>(address, size, counter);
  }
}
template <std::size_t size>
[[gnu::always_inline]] inline void read_at(const void* address, std::uint64_t counter) {
  access_at<AccessKind::read, size>(address, counter);
}
template <std::size_t size>
[[gnu::always_inline]] inline void write_at(const void* address, std::uint64_t counter) {
  access_at<AccessKind::write, size>(address, counter);
}
// The same where the code asks before. What is known already, or can be recorded shortly, is not
// refused; only where an access comes to be told in full it is answered. A handler that interrupts
// is not at this place.
template <class Tell>
[[gnu::always_inline]] inline int answer_at(std::uint64_t counter, Tell&& tell) {
  if (current_thread == nullptr) [[unlikely]] {
    const Scope adopting(counter);
  }
  ThreadState* const t = current_thread;
  if (t == nullptr) [[unlikely]]
    return 0;
  t->refusal.asked_by = counter;
  t->refusal.answer = false;
  tell();
  t->refusal.asked_by = 0;
  return t->refusal.answer;
}
template <AccessKind kind, std::size_t size>
[[gnu::noinline]] int answer_in_full(const void* address, std::uint64_t counter) {
  return answer_at(counter, [&] { access_anew<kind>(address, size, counter); });
}
template <class D, AccessKind kind, std::size_t size, class Place>
[[gnu::noinline]] int answer_shortly(const void* address, std::uint64_t counter, Place place,
                                     ThreadState* thread, const typename D::Thread* analysed) {
  ThreadState& t = *thread;
  if (!is_plain_moment(*runtime(), t)) [[unlikely]]
    return answer_in_full<kind, size>(address, counter);
  const AddressRange range = Scope::range_of(address, size);
  t.counter = counter;
  begin_busy_plainly(t);
  const LiveOrigin origin = plain_origin<kind>(t, range, counter);
  const Way way = D::is_own(*analysed, place, range.begin) ? Way::alone : Way::locked;
  const bool done = renew<D, kind, size, false>(*analysed, way, place, address, origin.number()) ||
                    renew<D, kind, size, true>(*analysed, way, place, address, origin.number());
  end_busy_plainly(t);
  return done ? 0 : answer_in_full<kind, size>(address, counter);
}
template <class D, AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline int ask_shortly(const void* address, std::uint64_t counter) {
  ThreadState* const t = current_thread;
  const AddressRange range = Scope::range_of(address, size);
  if (t == nullptr || !is_in_words(range, D::page_bytes())) [[unlikely]]
    return answer_in_full<kind, size>(address, counter);
  const auto place = at_hand<D>().find_place(range.begin);
  if (place.is_none()) [[unlikely]]
    return answer_in_full<kind, size>(address, counter);
  const typename D::Thread& analysed = live(*t->analysis);
  if (D::repeats(analysed, kind, place, range)) [[likely]]
    return 0;
  // Of two words, neither is accessed if the other one is refused.
  if (size > kWordBytes || range.begin.value() % size != 0) [[unlikely]]
    return answer_in_full<kind, size>(address, counter);
  return answer_shortly<D, kind, size>(address, counter, place, t, &analysed);
}
template <AccessKind kind, std::size_t size>
[[gnu::always_inline]] inline int ask_at(const void* address, std::uint64_t counter) {
  if constexpr (Detector::kHasShortWay) return ask_shortly<Detector, kind, size>(address, counter);
  else return answer_at(counter, [&] { access_at<kind, size>(address, counter); });
}
[[gnu::always_inline]] inline std::uint64_t counter_of(void* counter) {
  return reinterpret_cast<std::uint64_t>(counter);
}
// Of any size: where a struct is copied.
void read_range(const void* address, std::size_t size, std::uint64_t counter) {
  if constexpr (Detector::kControls)
    if (passes_unseen(address, size, counter)) return;
  const Scope scope(counter);
  if (!scope) return;
  scope.thread().takes_stale = true;
  scope.read(address, size);
  scope.thread().takes_stale = false;
}
void write_range(const void* address, std::size_t size, std::uint64_t counter) {
  if constexpr (Detector::kControls)
    if (passes_unseen(address, size, counter)) return;
  if (const Scope scope(counter); scope) scope.write(address, size);
}

}  // namespace

// One that a run-time system makes for its program.
template <AccessKind kind>
void access_for_program(const volatile void* address, std::size_t size, std::uint64_t counter) {
  const void* const begin = const_cast<const void*>(address);
  if (size == 0 || is_of_no_interest(kind, begin, size, counter)) return;
  const Statement scope(counter);
  if (!scope) return;
  if constexpr (kind == AccessKind::write) return scope.write(begin, size);
  scope.thread().takes_stale = true;
  scope.read(begin, size);
  scope.thread().takes_stale = false;
}
std::uint64_t place_or(const void* place, std::uint64_t caller) {
  return place == nullptr ? caller : reinterpret_cast<std::uint64_t>(place);
}

// Each module says it when it is loaded.
STEWARD_INTERPOSED void __tsan_init() {
  activate();
  if constexpr (Detector::kControls) find_new_statements();
}

STEWARD_INTERPOSED void __tsan_func_entry(void* counter) {
  ThreadState* t = current_thread;
  if (t == nullptr) return;
  channel::Channels receives = 0;
  if constexpr (Detector::kFollowsFunctions) receives = function_begins(STEWARD_CALLER);
  // Nobody asks what was called who only selects, but for what it receives.
  if constexpr (Detector::kSelects)
    if (!follows_functions()) return;
  t->calls.enter(counter_of(counter), reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)),
                 receives);
}
STEWARD_INTERPOSED void __tsan_func_exit() {
  if (current_thread == nullptr) return;
  const channel::Channels receives = current_thread->calls.leave();
  if constexpr (Detector::kControls) frames_left();
  if constexpr (Detector::kFollowsFunctions)
    if (receives != 0) [[unlikely]]
      function_ends(receives, STEWARD_CALLER);
}

// Each size in its forms: aligned or not, volatile, with the place of the access given. GCC and
// Clang agree on the names; not every library that ships with them exports all.
#define STEWARD_ACCESSES(size)                                                               \
  STEWARD_INTERPOSED void __tsan_read##size(void* a) { read_at<size>(a, STEWARD_CALLER); }   \
  STEWARD_INTERPOSED void __tsan_write##size(void* a) { write_at<size>(a, STEWARD_CALLER); } \
  STEWARD_INTERPOSED void __tsan_unaligned_read##size(void* a) {                             \
    read_at<size>(a, STEWARD_CALLER);                                                        \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_unaligned_write##size(void* a) {                            \
    write_at<size>(a, STEWARD_CALLER);                                                       \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_volatile_read##size(void* a) {                              \
    read_at<size>(a, STEWARD_CALLER);                                                        \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_volatile_write##size(void* a) {                             \
    write_at<size>(a, STEWARD_CALLER);                                                       \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_unaligned_volatile_read##size(void* a) {                    \
    read_at<size>(a, STEWARD_CALLER);                                                        \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_unaligned_volatile_write##size(void* a) {                   \
    write_at<size>(a, STEWARD_CALLER);                                                       \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_read_write##size(void* a) {                                 \
    read_at<size>(a, STEWARD_CALLER);                                                        \
    write_at<size>(a, STEWARD_CALLER);                                                       \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_unaligned_read_write##size(void* a) {                       \
    read_at<size>(a, STEWARD_CALLER);                                                        \
    write_at<size>(a, STEWARD_CALLER);                                                       \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_read##size##_pc(void* a, void* counter) {                   \
    read_at<size>(a, counter_of(counter));                                                   \
  }                                                                                          \
  STEWARD_INTERPOSED void __tsan_write##size##_pc(void* a, void* counter) {                  \
    write_at<size>(a, counter_of(counter));                                                  \
  }

STEWARD_ACCESSES(1)
STEWARD_ACCESSES(2)
STEWARD_ACCESSES(4)
STEWARD_ACCESSES(8)
STEWARD_ACCESSES(16)

#define STEWARD_ASKED(size)                                    \
  int __steward_guard_read##size(const void* a) {              \
    return ask_at<AccessKind::read, size>(a, STEWARD_CALLER);  \
  }                                                            \
  int __steward_guard_write##size(const void* a) {             \
    return ask_at<AccessKind::write, size>(a, STEWARD_CALLER); \
  }
STEWARD_ASKED(1)
STEWARD_ASKED(2)
STEWARD_ASKED(4)
STEWARD_ASKED(8)
STEWARD_ASKED(16)

STEWARD_INTERPOSED void __tsan_read_range(void* a, std::size_t size) {
  read_range(a, size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_write_range(void* a, std::size_t size) {
  write_range(a, size, STEWARD_CALLER);
}
STEWARD_INTERPOSED void __tsan_read_range_pc(void* a, std::size_t size, void* counter) {
  read_range(a, size, counter_of(counter));
}
STEWARD_INTERPOSED void __tsan_write_range_pc(void* a, std::size_t size, void* counter) {
  write_range(a, size, counter_of(counter));
}

// A constructor that stores the pointer which is there already changes nothing that others could
// see.
STEWARD_INTERPOSED void __tsan_vptr_update(void** pointer, void* value) {
  if (__atomic_load_n(pointer, __ATOMIC_RELAXED) == value ||
      is_of_no_interest(AccessKind::write, pointer, sizeof *pointer, STEWARD_CALLER))
    return;
  if (const Scope scope(STEWARD_CALLER); scope) scope.write_vptr(pointer);
}
STEWARD_INTERPOSED void __tsan_vptr_read(void** pointer) {
  if (is_of_no_interest(AccessKind::read, pointer, sizeof *pointer, STEWARD_CALLER)) return;
  if (const Scope scope(STEWARD_CALLER); scope) scope.read_vptr(pointer);
}

// <steward/lard.h>
STEWARD_INTERPOSED void __steward_read(const volatile void* address, std::size_t size,
                                       const void* place) {
  access_for_program<AccessKind::read>(address, size, place_or(place, STEWARD_CALLER));
}
STEWARD_INTERPOSED void __steward_write(const volatile void* address, std::size_t size,
                                        const void* place) {
  access_for_program<AccessKind::write>(address, size, place_or(place, STEWARD_CALLER));
}
