#include "runtime/report/race_records.h"

#include "runtime/report/lock_uses.h"
#include "runtime/report/race_words.h"
#include "runtime/report/remark.h"
#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"

namespace steward {

using channel::Encoder;
using channel::Kind;
using channel::Place;

RaceRecords::RaceRecords(Runtime& runtime, Modules& modules)
    : runtime_(runtime), modules_(modules), told_locks_(runtime.heap) {}

Encoder RaceRecords::body_of(const LiveFinding& finding, bool constant) {
  modules_.tell();
  Encoder body(runtime_.heap);
  body.number(finding.bytes.begin.value()).number(finding.bytes.size);
  add_access(body, finding.earlier, finding.bytes);
  add_access(body, finding.later, finding.bytes);
  add_location(body, finding.bytes.begin);
  add_locks_used(body, finding.bytes.begin);
  body.number(constant ? 1 : 0);
  add_owners(body, finding.when);
  return body;
}

void RaceRecords::mention(LockId id) {
  {
    const Hold hold(lock_);
    if (!told_locks_.insert(id)) return;
  }
  const LockObject object = runtime_.locks.find(id);
  Encoder lock(runtime_.heap);
  lock.number(object.id.value()).text(object.kind).number(object.address.value());
  add_stack(lock, object.counter, object.calls);
  runtime_.sender.send(Kind::lock, lock);
}

void RaceRecords::add_stack(Encoder& body, std::uint64_t counter, ChainId calls) {
  steward::add_stack(body, runtime_.contexts, runtime_.heap, counter, calls);
}

void RaceRecords::add_access(Encoder& body, const LiveFinding::Access& access, AddressRange bytes) {
  const AccessOrigin& origin = runtime_.origins.at(access.origin.number());
  const AddressRange range = origin.range(bytes);
  body.number(static_cast<std::uint64_t>(origin.kind))
      .number(static_cast<std::uint64_t>(origin.form))
      .number(range.begin.value())
      .number(range.size)
      .number(access.thread.value())
      .number(runtime_.threads.system_id(access.thread))
      .number(runtime_.threads.is_running(access.thread) ? 1 : 0);
  add_stack(body, origin.counter, origin.calls);
  std::size_t count = 0;
  runtime_.lock_chains.for_each(origin.locks, [&](const TakenLock&) { ++count; });
  body.number(count);
  runtime_.lock_chains.for_each(origin.locks, [&](const TakenLock& taken) {
    body.number(taken.lock.value()).number(static_cast<std::uint64_t>(taken.mode));
    add_stack(body, taken.counter, taken.calls);
    mention(taken.lock);
  });
}

// Who may access what was accessed then, and by what others may get to.
void RaceRecords::add_owners(Encoder& body, Epoch when) {
  static constexpr std::size_t kMost = 16;
  Vector<ThreadId> threads(runtime_.heap);
  Vector<TokenName> tokens(runtime_.heap);
  if (!when.never())
    runtime_.detector.for_each_owner(
        when,
        [&](ThreadId thread) {
          if (threads.size() < kMost) threads.push_back(thread);
        },
        [&](TokenName token) {
          if (tokens.size() < kMost) tokens.push_back(token);
        });
  body.number(threads.size());
  for (const ThreadId thread : threads) body.number(thread.value());
  body.number(tokens.size());
  for (const TokenName token : tokens) {
    body.number(static_cast<std::uint64_t>(token.kind)).number(token.id);
    if (token.kind <= TokenKind::lock_shared) mention(LockId(token.id));
  }
}

void RaceRecords::add_locks_used(Encoder& body, Address address) {
  LockUses uses(runtime_, address);
  body.number(uses.accesses()).number(uses.others()).number(uses.locks());
  uses.for_each([&](LockId lock, std::uint64_t count) {
    body.number(lock.value()).number(count);
    mention(lock);
  });
}

// What is in a module is for the tool to name.
void RaceRecords::add_location(Encoder& body, Address address) {
  const Whereabouts where = whereabouts_of(runtime_, address);
  body.number(static_cast<std::uint64_t>(where.place))
      .number(where.object.begin.value())
      .number(where.object.size)
      .number(where.owner ? where.owner->value() + std::uint64_t{1} : 0)
      .number(where.owner ? runtime_.threads.system_id(*where.owner) : 0)
      .number(where.owner && runtime_.threads.is_running(*where.owner) ? 1 : 0);
  const bool allocated = where.place == Place::heap;
  add_stack(body, allocated ? where.counter : 0, allocated ? where.calls : ChainId());
}

}  // namespace steward
