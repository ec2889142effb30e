#include "cli/explore/watched_code.h"

#include <algorithm>

#include "channel/plan.h"

namespace steward::cli {

WatchedCode::WatchedCode(const ControlledWish& wish, const report::LiveReport& live) : wish_(wish) {
  live.for_each_space([&](const report::AddressSpace& space) {
    space.for_each_module([&](const report::ModuleRecord& module, const auto&) {
      modules_[module.path] = channel::module_hash(module.loader_name().c_str());
    });
  });
}

std::uint64_t WatchedCode::statement_at(const report::Access& access) const {
  if (access.stack.empty()) return 0;
  const report::Frame& top = access.stack.front();
  const auto module = modules_.find(top.module.value_or(""));
  if (module == modules_.end() || !top.offset) return 0;
  for (const channel::StatementRange& range : wish_.ranges)
    if (range.module == module->second && range.begin <= *top.offset && *top.offset < range.end)
      return range.statement;
  return 0;
}

std::optional<Unordered> WatchedCode::of_pair(const report::Race& race) const {
  const std::uint64_t one = statement_at(race.earlier());
  const std::uint64_t other = statement_at(race.later());
  const bool is_pair = std::any_of(wish_.pairs.begin(), wish_.pairs.end(), [&](const auto& pair) {
    return (pair.first == one && pair.second == other) ||
           (pair.first == other && pair.second == one);
  });
  if (!is_pair) return std::nullopt;
  return Unordered{one, other, race};
}

}  // namespace steward::cli
