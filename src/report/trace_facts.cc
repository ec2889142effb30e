#include "report/trace_facts.h"

namespace steward::report {

void TraceFacts::note(const Event& e) {
  if (e.kind == EventKind::switch_identity) {
    carried_[e.thread.value()] = e.other();
    return;
  }
  const auto carried = carried_.find(e.thread.value());
  const ThreadId creator = carried == carried_.end() ? e.thread : carried->second;
  created_.try_emplace(e.other().value(), Creation{creator, e.site});
}

std::optional<TraceFacts::Creation> TraceFacts::creation_of(ThreadId thread) const {
  const auto found = created_.find(thread.value());
  if (found == created_.end()) return std::nullopt;
  return found->second;
}

}  // namespace steward::report
