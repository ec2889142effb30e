#include "cli/explore/order_trial.h"

#include <algorithm>
#include <utility>

namespace steward::cli {
namespace {

// There are several groups, two orders, and most programs have more than one race: what chance does
// once in a hundred times, it does to some of them.
constexpr double kUnlikely = 1e-4;

bool is_lower(const std::string& thread, const std::string& other) {
  return std::pair(thread.size(), thread) < std::pair(other.size(), other);
}

OrderTrial::Order order_of(const Meeting& met) {
  const report::Access &first = met.race.earlier(), &second = met.race.later();
  bool one = is_lower(first.thread, second.thread);
  if (met.first != met.second) one = met.first < met.second;
  else if (is_write(first.kind) != is_write(second.kind)) one = !is_write(first.kind);
  return one ? OrderTrial::one_first : OrderTrial::other_first;
}

}  // namespace

void OrderTrial::add(const ControlledWish& wish, const ControlledRun& run,
                     const store::Usual& usual,
                     const std::function<bool(const report::Race&)>& is_here) {
  ++runs_;
  // What comes after the first one is no experiment any more.
  const Meeting* const met = run.meetings.empty() ? nullptr : &run.meetings.front();
  if (met == nullptr || !is_here(met->race) || run.overdue != 0) return;
  ++hits_;
  const Order order = order_of(*met);
  const bool writes = is_write(met->race.earlier().kind) && is_write(met->race.later().kind);
  Group& group = groups_[{wish.header.trial, wish.header.passes, wish.header.only_tracked, writes}];
  ++group.by_order[order];
  const Ending ending = ending_of(run, usual);
  if (!ending.failure) return;
  has_failures_ = true;
  Failed& failed = group.failed[*ending.failure];
  if (failed.by_order[order]++ > 0) return;
  failed.kept[order] = keep(wish, run, ending);
  failed.first[order] = met->race.earlier().thread;
}

std::vector<OrderTrial::Proof> OrderTrial::proofs() const {
  std::map<report::Failure, std::pair<double, Proof>> best;
  for (const auto& [key, group] : groups_)
    for (const auto& [failure, failed] : group.failed)
      for (const Order order : {one_first, other_first}) {
        const std::size_t opposite = 1 - order;
        const report::Rate so{failed.by_order[order], group.by_order[order]};
        const report::Rate otherwise{failed.by_order[opposite], group.by_order[opposite]};
        const double chance = report::chance_of(so, otherwise);
        if (so.hits == 0 || chance >= kUnlikely) continue;
        const auto known = best.find(failure);
        if (known != best.end() && known->second.first <= chance) continue;
        best[failure] = {chance,
                         {failure, order, std::get<channel::Trial>(key), so, otherwise,
                          *failed.kept[order], failed.first[order]}};
      }
  std::vector<Proof> proofs;
  for (auto& [failure, proof] : best) proofs.push_back(std::move(proof.second));
  return proofs;
}

}  // namespace steward::cli
