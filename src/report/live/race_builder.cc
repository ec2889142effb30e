#include "report/live/race_builder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace steward::report {
namespace {

Access build_access(const AccessRecord& record, std::uint32_t pid, WatchedProcess& process,
                    Mentions& mentions) {
  Access access;
  access.kind = record.kind;
  access.vptr = record.form == channel::AccessForm::vptr;
  access.done = record.form == channel::AccessForm::done;
  access.size = record.size;
  access.process = pid;
  access.thread = mentions.thread(process, record.thread, record.system_thread, record.running);
  access.stack = process.space.stack(record.stack);
  access.address = Address(record.address);
  // The last comes first in a record; people read them in the order in which they were taken.
  for (auto taken = record.locks.rbegin(); taken != record.locks.rend(); ++taken) {
    access.locks.push_back(
        {mentions.lock(process, taken->lock), taken->mode, process.space.stack(taken->taken_at)});
  }
  return access;
}

LocationKind kind_of(channel::Place place) {
  switch (place) {
    case channel::Place::unknown: return LocationKind::unknown;
    case channel::Place::global: return LocationKind::global;
    case channel::Place::heap: return LocationKind::heap;
    case channel::Place::stack: return LocationKind::stack;
    case channel::Place::thread_local_storage: return LocationKind::tls;
  }
  return LocationKind::unknown;
}

// The runtime knows blocks, stacks and thread-local storage; what is left may lie in a module.
void find_global(const RaceRecord& record, const AddressSpace& space, Location& location) {
  const std::uint64_t address = record.bytes.begin.value();
  const auto global = space.global(address);
  if (!global) return;
  location.kind = LocationKind::global;
  location.module = global->module;
  location.module_offset = global->offset;
  if (!global->symbol) return;
  location.name = global->symbol->name;
  location.offset = global->symbol->offset;
  location.object_begin = Address(address - global->symbol->offset);
  location.object_size = global->symbol->size;
  location.module_offset -= global->symbol->offset;
}

Location build_location(const RaceRecord& record, WatchedProcess& process, Mentions& mentions) {
  Location location;
  location.kind = kind_of(record.place);
  location.size = record.bytes.size;
  location.offset = record.bytes.begin.value();
  if (record.owner)
    location.owner =
        mentions.thread(process, *record.owner, record.owner_system_thread, record.owner_running);
  if (location.kind == LocationKind::heap) {
    location.object_begin = record.object.begin;
    location.object_size = record.object.size;
    location.offset = record.bytes.begin - record.object.begin;
    location.allocated_at = process.space.stack(record.allocated_at);
  }
  if (location.kind == LocationKind::global || location.kind == LocationKind::unknown) {
    find_global(record, process.space, location);
  }
  return location;
}

// How others come to be among those who may access it.
std::string by_token(const TokenName& token, WatchedProcess& process, Mentions& mentions) {
  switch (token.kind) {
    case TokenKind::lock: return "locks " + mentions.lock(process, token.id);
    case TokenKind::lock_shared: return "read-locks " + mentions.lock(process, token.id);
    case TokenKind::message: return "receives what was sent after it";
    case TokenKind::store:
      return "reads, to acquire, what " + mentions.thread(process, token.id) + " stored";
    case TokenKind::fence:
      return "reads what " + mentions.thread(process, token.id) + " stored behind its fence";
    case TokenKind::thread: return "joins " + mentions.thread(process, token.id);
  }
  return {};
}
// In words: each once.
std::string goldilockset(const RaceRecord& record, WatchedProcess& process, Mentions& mentions) {
  std::vector<std::string> all;
  const auto add = [&](std::string one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  };
  for (const std::uint64_t thread : record.owners) add(mentions.thread(process, thread));
  for (const TokenName& token : record.tokens) add("whoever " + by_token(token, process, mentions));
  std::string text = "after the previous access only these may access it: ";
  for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : "; ") + all[i];
  return text;
}

}  // namespace

Race build_race(const RaceRecord& record, std::uint32_t pid, WatchedProcess& process,
                Mentions& mentions) {
  Race race;
  // The order of mention gives the labels: as the text report reads, the later access first.
  race.accesses[1] = build_access(record.accesses[1], pid, process, mentions);
  race.accesses[0] = build_access(record.accesses[0], pid, process, mentions);
  race.location = build_location(record, process, mentions);
  race.seen = 1;
  race.constant_write = record.constant;
  if (race.earlier().vptr || race.later().vptr)
    race.hint = "the object is used while its constructor or destructor is at work";
  else if (!record.owners.empty()) race.hint = goldilockset(record, process, mentions);
  return race;
}

}  // namespace steward::report
