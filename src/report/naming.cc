#include "report/naming.h"

#include <optional>

namespace steward::report {
namespace {

std::optional<std::string> known(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}
std::optional<std::uint32_t> known(std::uint32_t number) {
  if (number == 0) return std::nullopt;
  return number;
}

}  // namespace

Stack stack_at(const Names& names, SiteId id) {
  const Site* site = names.site(id);
  if (site == nullptr) return {};
  return {Frame{known(site->function), known(site->file), known(site->line), known(site->column),
                std::nullopt, std::nullopt}};
}

void ThreadMentions::mention(ThreadId thread) {
  // A thread mentioned before has brought its creators with it, so even a broken trace in which
  // threads create each other in a circle ends here.
  while (mentioned_.try_emplace(thread.value(), names_.thread(thread)).second) {
    const auto creation = facts_.creation_of(thread);
    if (!creation) return;
    thread = creation->creator;
  }
}

std::vector<Thread> ThreadMentions::list(const Labels& labels) const {
  std::vector<Thread> threads;
  for (const auto& [number, name] : mentioned_) {
    Thread thread{labels.of(number), known(name), std::nullopt, {}};
    if (const auto creation = facts_.creation_of(ThreadId(static_cast<std::uint32_t>(number)))) {
      thread.created_by = labels.of(creation->creator.value());
      thread.created_at = stack_at(names_, creation->site);
    }
    threads.push_back(std::move(thread));
  }
  return threads;
}

void LockMentions::mention(const HeldLock& held) {
  mentioned_.try_emplace(held.lock.value(), names_.lock(held.lock));
  if (held.mode == LockMode::shared) shared_[held.lock.value()] = true;
}

std::vector<Lock> LockMentions::list(const Labels& labels) const {
  std::vector<Lock> locks;
  for (const auto& [number, name] : mentioned_) {
    locks.push_back(
        {labels.of(number), known(name), shared_.contains(number) ? "rwlock" : "mutex"});
  }
  return locks;
}

}  // namespace steward::report
