#include "runtime/explore/adversary.h"

#include "channel/encoder.h"
#include "runtime/explore/accesses.h"
#include "runtime/explore/seat.h"
#include "runtime/state/runtime.h"

namespace steward {

namespace {

// Of one run: more would only repeat.
constexpr std::uint64_t kMostTold = 64;
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
      unfinished_(runtime.heap),
      writer_(runtime.heap) {}

void Adversary::select(AddressRange range, bool tracked) {
  if (tracked) return tracked_.add(range);
  if (tracked_.empty()) return;
  clear(range);
  tracked_.remove(range);
}

void Adversary::clear(AddressRange range) {
  if (tracked_.empty()) return;
  finish_writes();
  memory_.forget(range);
}

void Adversary::read(Seat& seat, const Accessor& by, AddressRange range, LiveOrigin origin) {
  Vector<AdversarialMemory::Part> parts(runtime_.heap);
  tracked_.for_each(range, [&](Address word, std::uint8_t bytes, std::uint8_t in_range) {
    begin_tracking(word, bytes);
    parts.push_back({word, in_range, word_at(word)});
  });
  const Reader me{seat, by.clock, origin};
  const auto draw = [&](std::uint64_t bound) { return random_.below(bound); };
  // What takes no more than a register is one access, wherever it lies.
  if (parts.size() == 2 && range.size <= 2 * kWordBytes) {
    const auto taken = memory_.read(std::array{parts[0], parts[1]}, by.clock, draw);
    for (const std::size_t i : {0, 1}) deliver(me, parts[i], taken[i]);
    return;
  }
  for (const AdversarialMemory::Part& part : parts)
    deliver(me, part, memory_.read(part.word, part.bytes, part.content, by.clock, draw));
}

void Adversary::deliver(const Reader& me, const AdversarialMemory::Part& part,
                        const AdversarialMemory::Taken& taken) {
  if (!taken.choice) return;
  // Who crashes next cannot say it any more.
  if (memory_.counts().choices == 1) tell_counts();
  ++(taken.stale ? me.seat.stale_reads : me.seat.latest_reads);
  if (!taken.stale) return;
  if (++told_ <= kMostTold) tell_stale(me, range_of(part.word, part.bytes), taken);
  placed_.place(part.word, part.bytes, taken.word);
  me.seat.thread->unsettled = true;
}

void Adversary::tell_stale(const Reader& me, AddressRange bytes,
                           const AdversarialMemory::Taken& taken) {
  const ThreadId reader = me.seat.id;
  Remark remark = runtime_.reporter.remark("stale-read", "stale-read");
  const AccessOrigin& read = runtime_.origins.at(me.origin.number());
  remark.message << reader << " gets " << value_in(taken.word, bytes) << " where "
                 << value_in(word_at(word_of(bytes.begin)), bytes) << " is the latest value";
  if (taken.torn) remark.message << ": a mixture of two writes";
  remark.about(reader);
  remark.stack(Words(runtime_.heap) << "Read of size " << bytes.size << " at " << bytes.begin
                                    << " by " << reader << ":",
               read.counter, read.calls);
  const auto writer = [&](Epoch by, std::uint32_t number) {
    return LiveFinding::Access{clocks_.thread_at(by), LiveOrigin(number, AccessKind::write)};
  };
  const auto add_writer = [&](const char* what, const LiveFinding::Access& access) {
    const AccessOrigin& write = runtime_.origins.at(access.origin.number());
    remark.about(access.thread);
    remark.stack(Words(runtime_.heap) << what << access.thread << ":", write.counter, write.calls);
  };
  if (!taken.by.never()) add_writer("What it gets was written by ", writer(taken.by, taken.origin));
  const LiveFinding::Access latest = writer(taken.latest_by, taken.latest_origin);
  add_writer("The latest value was written by ", latest);
  // If the reader knows of the latest write it can miss it only because that races with the other.
  const bool writes_race = me.clock.includes(taken.latest_by) && !taken.by.never();
  LiveFinding race;
  race.bytes = bytes;
  race.earlier = writes_race ? writer(taken.by, taken.origin) : latest;
  race.later = writes_race ? latest : LiveFinding::Access{reader, me.origin};
  runtime_.reporter.tell_stale(remark, race);
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
}

void Adversary::take_back() { placed_.take_back(); }

void Adversary::finish_writes() {
  for (const Unfinished& one : unfinished_)
    memory_.write(one.word, one.bytes, word_at(one.word), {writer_, written_at_},
                  write_origin_.number(), [&](auto holds) {
                    return clocks_.all_of([&](const VectorClock& clock) { return holds(clock); });
                  });
  unfinished_.clear();
}

void Adversary::tell_counts(std::uint64_t patience) {
  const AdversarialMemory::Counts& counts = memory_.counts();
  if (counts.words == 0 && patience == 0) return;
  channel::Encoder body(runtime_.heap);
  for (const std::uint64_t number :
       {counts.words, counts.writes, counts.reads, counts.choices, counts.stale, counts.unseen,
        counts.largest_buffer, counts.most_writes, patience})
    body.number(number);
  runtime_.sender.send(channel::Kind::memory, body);
}

}  // namespace steward
