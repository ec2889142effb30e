#include "runtime/explore/adversary.h"

#include "runtime/explore/accesses.h"
#include "runtime/explore/seat.h"
#include "runtime/explore/stale_report.h"
#include "runtime/explore/stepping.h"
#include "runtime/explore/stops.h"
#include "runtime/state/runtime.h"

namespace steward {

namespace {

// Of one run: more would only repeat.
constexpr std::uint64_t kMostTold = 256;
// A decision of its own, so that the schedule is the same as without any stale value.
constexpr std::uint64_t kOwnStream = 0x6164'7665'7273'6172;

static_assert(static_cast<int>(channel::Stale::random_but_different) + 1 == kHeuristics);

AdversarialMemory::Options options_of(const channel::ExplorationHeader& wish) {
  AdversarialMemory::Options options;
  options.heuristic = static_cast<Heuristic>(wish.stale);
  options.tear = wish.tear != 0;
  return options;
}

AddressRange range_of(Address word, std::uint8_t bytes) {
  const auto first = static_cast<unsigned>(__builtin_ctz(bytes));
  const auto last = 31 - static_cast<unsigned>(__builtin_clz(bytes));
  return {word + first, last - first + 1};
}
// As a number of as many bytes.
std::uint64_t value_in(std::uint64_t word, AddressRange range) {
  word >>= 8 * (range.begin.value() % kWordBytes);
  return range.size >= kWordBytes ? word : word & ((std::uint64_t{1} << 8 * range.size) - 1);
}

}  // namespace

Adversary::Adversary(Runtime& runtime, const channel::ExplorationHeader& wish, ThreadClocks& clocks)
    : runtime_(runtime),
      clocks_(clocks),
      random_(wish.seed ^ kOwnStream),
      tracked_(runtime.heap, tracked_addresses),
      memory_(runtime.heap, options_of(wish)),
      placed_(runtime.heap),
      found_(runtime.heap),
      unfinished_(runtime.heap),
      writer_(runtime.heap) {}

void Adversary::select(AddressRange range, bool tracked) {
  if (tracked) return tracked_.add(range);
  if (tracked_.empty()) return;
  clear(range);
  tracked_.remove(range);
}

void Adversary::find(AddressRange range) {
  // Larger ones are copies of what has parts of its own.
  if (range.size > 2 * kWordBytes || tracked_.contains_any(range)) return;
  // Of a word that others share the past is given up: it does not have these bytes.
  finish_writes();
  memory_.forget(range);
  tracked_.add(range);
  found_.push_back(range);
}

void Adversary::collapse(AddressRange range) {
  if (!tracked_.contains_any(range)) return;
  finish_writes();
  memory_.forget(range);
}

void Adversary::clear(AddressRange range) {
  if (tracked_.empty()) return;
  finish_writes();
  memory_.forget(range);
  lose([&](AddressRange found) { return found.overlaps(range); });
}

template <class IsGone>
void Adversary::lose(IsGone&& is_gone) {
  for (std::size_t i = 0; i < found_.size();) {
    if (!is_gone(found_[i])) {
      ++i;
      continue;
    }
    finish_writes();
    memory_.forget(found_[i]);
    tracked_.remove(found_[i]);
    found_.erase(i);
  }
}

void Adversary::leave_frames(AddressRange stack, std::uint64_t top) {
  lose(
      [&](AddressRange found) { return stack.contains(found.begin) && found.begin.value() < top; });
}

void Adversary::read(Seat& seat, const Accessor& by, AddressRange range, LiveOrigin origin) {
  Vector<AdversarialMemory::Part> parts(runtime_.heap);
  // What takes no more than a register is one access, wherever it lies: it gets a value that was
  // written, not one that is a mixture of tracked bytes and others.
  const bool is_one = range.size <= 2 * kWordBytes;
  std::uint64_t covered = 0;
  tracked_.for_each(range, [&](Address word, std::uint8_t bytes, std::uint8_t in_range) {
    begin_tracking(word, bytes);
    parts.push_back({word, in_range, word_at(word)});
    covered += static_cast<std::uint64_t>(__builtin_popcount(in_range));
  });
  if (is_one && (covered != range.size || parts.size() > 2)) return;
  const Reader me{seat, by.clock, origin};
  const auto draw = [&](std::uint64_t bound) { return random_.below(bound); };
  if (parts.size() == 2 && is_one) {
    const auto taken = memory_.read(std::array{parts[0], parts[1]}, by.clock, draw);
    for (const std::size_t i : {0, 1}) deliver(me, parts[i], taken[i]);
  } else {
    for (const AdversarialMemory::Part& part : parts)
      deliver(me, part, memory_.read(part.word, part.bytes, part.content, by.clock, draw));
  }
  // What is larger is copied by many steps, or by a call.
  if (is_one && !placed_.empty())
    settle_after_load(*seat.thread, runtime_.origins.at(origin.number()).counter);
}

void Adversary::deliver(const Reader& me, const AdversarialMemory::Part& part,
                        const AdversarialMemory::Taken& taken) {
  if (!taken.stale) return;
  const AddressRange bytes = range_of(part.word, part.bytes);
  const bool is_told = ++told_ <= kMostTold;
  if (is_told) tell_stale(me, bytes, taken);
  placed_.place(part.word, part.bytes, taken.word);
  if (is_told)
    steward_at_stale_read(reinterpret_cast<const void*>(bytes.begin.value()), bytes.size);
  me.seat.thread->unsettled = true;
  enter_at_next_access(me.seat);
}

void Adversary::tell_stale(const Reader& me, AddressRange bytes,
                           const AdversarialMemory::Taken& taken) {
  const auto writer = [&](Epoch by, std::uint32_t number) {
    return LiveFinding::Access{clocks_.thread_at(by), LiveOrigin(number, AccessKind::write)};
  };
  StaleReadReport report;
  report.reader = {me.seat.id, me.origin};
  report.bytes = bytes;
  report.value = value_in(taken.word, bytes);
  report.latest_value = value_in(word_at(word_of(bytes.begin)), bytes);
  report.torn = taken.torn;
  LiveFinding::Access older;
  if (!taken.by.never()) {
    older = writer(taken.by, taken.origin);
    report.writer = &older;
  }
  report.latest_writer = writer(taken.latest_by, taken.latest_origin);
  report.writers_race = report.writer != nullptr && me.clock.includes(taken.latest_by);
  tell_stale_read(runtime_, report);
}

void Adversary::write(const Accessor& by, AddressRange range, LiveOrigin origin) {
  finish_writes();
  tracked_.for_each(range, [&](Address word, std::uint8_t bytes, std::uint8_t in_range) {
    begin_tracking(word, bytes);
    unfinished_.push_back({word, in_range});
  });
  writer_.assign(by.clock);
  written_at_ = by.now;
  write_origin_ = origin;
  ++writes_;
}

void Adversary::take_back() { placed_.take_back(); }

void Adversary::finish_writes() {
  for (const Unfinished& one : unfinished_)
    memory_.write(one.word, one.bytes, word_at(one.word), {writer_, written_at_},
                  {write_origin_.number(), writes_}, [&](auto holds) {
                    return clocks_.all_of([&](const VectorClock& clock) { return holds(clock); });
                  });
  unfinished_.clear();
}

}  // namespace steward
