#include "report/live/mentions.h"

#include <fmt/format.h>
#include <utility>

namespace steward::report {

std::string Mentions::fresh_thread_label(std::uint64_t number) {
  std::string label = fmt::format("T{}", number);
  while (!thread_labels_.insert(label).second) label = fmt::format("T{}", next_thread_++);
  return label;
}

std::string Mentions::thread(WatchedProcess& process, std::uint64_t number) {
  KnownThread& known = process.threads[number];
  if (!known.label.empty()) return known.label;
  known.label = fresh_thread_label(number);
  Thread thread;
  thread.id = known.label;
  thread.main = number == 0;
  if (!known.name.empty()) thread.name = known.name;
  thread.created_at = known.created_at;
  const std::string label = known.label;
  // A damaged record may call a thread its own creator: it has its label by now.
  if (known.creator) thread.created_by = this->thread(process, *known.creator);
  process.threads[number].index = report_.threads.size();
  report_.threads.push_back(std::move(thread));
  return label;
}

std::string Mentions::thread(WatchedProcess& process, std::uint64_t number, std::uint64_t system_id,
                             bool running) {
  std::string label = thread(process, number);
  Thread& thread = report_.threads[process.threads[number].index];
  thread.system_id = system_id;
  thread.finished = !running;
  return label;
}

std::string Mentions::lock(WatchedProcess& process, std::uint64_t number) {
  KnownLock& known = process.locks[number];
  if (!known.label.empty()) return known.label;
  known.label = fmt::format("M{}", ++locks_);
  Lock lock;
  lock.id = known.label;
  lock.kind = known.kind;
  lock.address = Address(known.address);
  lock.created_at = known.created_at;
  const auto global = process.space.global(known.address);
  if (global && global->symbol) lock.name = global->symbol->name;
  report_.locks.push_back(std::move(lock));
  return known.label;
}

}  // namespace steward::report
