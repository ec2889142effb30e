#include "runtime/state/plan.h"

#include "runtime/platform/raw.h"

namespace steward {
Plan::Plan(Heap& heap, const char* path) : entries_(heap), first_(heap), next_(heap) {
  const int file = path == nullptr ? -1 : raw::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  channel::PlanHeader header;
  const bool known =
      raw::read_whole(file, &header, sizeof header) && header.magic == channel::kPlanMagic;
  for (std::uint64_t i = 0; known && i < header.count; ++i) {
    channel::PlanEntry entry;
    if (!raw::read_whole(file, &entry, sizeof entry)) break;
    add(entry);
  }
  raw::close(file);
  if (!known) return;
  lock_bound_ = header.lock_bound;
  // Memory that belongs to nothing known cannot be found again: then all of it counts.
  selects_ = !watches(channel::Place::unknown);
}

void Plan::watch_only(std::span<const channel::PlanEntry> entries) {
  for (const channel::PlanEntry& entry : entries) add(entry);
  selects_ = !entries.empty();
}

void Plan::add(const channel::PlanEntry& entry) {
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(entry);
  next_.push_back(kNone);
  if (entry.role == channel::PlanRole::channel) has_channels_ = true;
  else places_ |= 1u << static_cast<unsigned>(entry.place);
  std::uint32_t& first =
      first_.find_or_insert(Key{entry.role, entry.place, entry.module, entry.site}, kNone);
  next_[number] = first;
  first = number;
}

}  // namespace steward
