#include "report/live/race_builder.h"

#include <utility>

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
  return race;
}

}  // namespace steward::report
