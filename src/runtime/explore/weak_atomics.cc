#include "runtime/explore/weak_atomics.h"

#include <algorithm>
#include <cstring>

#include "base/vector.h"
#include "runtime/explore/seat.h"
#include "runtime/explore/stale_report.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

constexpr std::uint64_t kMostLoadsTold = 256;
constexpr std::uint64_t kAtomicStream = 0x6174'6f6d'6963'7300;

}  // namespace

WeakAtomics::WeakAtomics(Runtime& runtime, const channel::ExplorationHeader& wish,
                         ThreadClocks& clocks)
    : runtime_(runtime),
      clocks_(clocks),
      wanted_(wish.weak_atomics != 0),
      heuristic_(static_cast<Heuristic>(wish.stale)),
      random_(wish.seed ^ kAtomicStream),
      order_(runtime.heap),
      objects_(runtime.heap) {}

WeakAtomics::Value WeakAtomics::value_at(AddressRange range) {
  Value value;
  std::memcpy(value.words, reinterpret_cast<const void*>(range.begin.value()),
              std::min<std::uint64_t>(range.size, sizeof value.words));
  return value;
}

WeakAtomics::Object& WeakAtomics::at(AddressRange range, const Value& content) {
  const std::size_t before = objects_.size();
  Object& object = objects_.find_or_insert(range.begin.value(), runtime_.heap, range.size, content);
  if (objects_.size() != before) {
    ++counts_.words;
  } else if (object.size != range.size || !(object.history.at(0).value == content)) {
    // Somebody has written there by other means: that is ordered before all.
    if (object.size == range.size) ++counts_.unseen;
    object.size = range.size;
    object.was_read = false;
    object.history.begin(content);
  }
  return object;
}

std::size_t WeakAtomics::choose(const Object& object, std::size_t oldest) {
  Vector<std::uint64_t> values(runtime_.heap);
  for (std::size_t age = oldest + 1; age > 0; --age)
    values.push_back(key(object.history.at(age - 1).value));
  if (std::all_of(values.begin(), values.end(),
                  [&](std::uint64_t value) { return value == values.back(); }))
    return 0;
  ++counts_.choices;
  const auto draw = [&](std::uint64_t bound) { return random_.below(bound); };
  const auto last = object.was_read ? std::optional(key(object.last)) : std::nullopt;
  return oldest - pick(heuristic_, values.span(), last, draw);
}

std::size_t WeakAtomics::load(Seat& me, const AtomicOperation& operation, void* value) {
  Object& object = at(operation.range, value_at(operation.range));
  ++counts_.reads;
  const bool sequential = operation.order == MemoryOrder::seq_cst;
  const std::size_t age =
      value == nullptr
          ? 0
          : choose(object, object.history.oldest_age(operation.by.clock, sequential, order_));
  const bool stale = !(object.history.at(age).value == object.history.at(0).value);
  if (stale) {
    ++counts_.stale;
    std::memcpy(value, object.history.at(age).value.words, operation.range.size);
    if (++told_ <= kMostLoadsTold) tell(me, operation, object, age);
  }
  object.last = object.history.at(age).value;
  object.was_read = true;
  object.history.read(age, operation.by.now, position(operation.order));
  return age;
}

void WeakAtomics::tell(const Seat& me, const AtomicOperation& operation, const Object& object,
                       std::size_t age) {
  const auto writer = [&](const AtomicHistory<Value>::Store& store) {
    return LiveFinding::Access{clocks_.thread_at(store.at),
                               LiveOrigin(store.origin, AccessKind::atomic_write)};
  };
  const auto& taken = object.history.at(age);
  const auto& latest = object.history.at(0);
  StaleReadReport report;
  report.reader = {me.id, operation.origin};
  report.bytes = operation.range;
  report.value = taken.value.words[0];
  report.latest_value = latest.value.words[0];
  LiveFinding::Access older;
  if (!taken.at.never()) {
    older = writer(taken);
    report.writer = &older;
  }
  report.latest_writer = writer(latest);
  tell_stale_read(runtime_, report);
}

void WeakAtomics::store(const AtomicOperation& operation) {
  const Value content = value_at(operation.range);
  ++counts_.writes;
  Object& object = at(operation.range, content);
  object.history.store(content, operation.by.now, position(operation.order),
                       operation.origin.number(), kMaxAge + 1);
  counts_.largest_buffer = std::max<std::uint64_t>(counts_.largest_buffer, object.history.size());
}

void WeakAtomics::stored(AddressRange range) {
  if (Object* const object = objects_.find(range.begin.value()))
    object->history.set_latest(value_at(range));
}

void WeakAtomics::clear(AddressRange range) {
  if (range.size <= objects_.size()) {
    for (std::uint64_t i = 0; i < range.size; ++i) objects_.erase(range.begin.value() + i);
    return;
  }
  Vector<std::uint64_t> gone(runtime_.heap);
  objects_.for_each([&](std::uint64_t address, const Object&) {
    if (range.contains(Address(address))) gone.push_back(address);
  });
  for (const std::uint64_t address : gone) objects_.erase(address);
}

}  // namespace steward
