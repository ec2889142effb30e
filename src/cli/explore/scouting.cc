#include "cli/explore/scouting.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/wait.h>
#include <utility>

#include "cli/explore/location_class.h"
#include "cli/live/advice.h"

namespace steward::cli {
namespace {

Target target_of(const Suspect& suspect, const report::LiveReport& live) {
  Target target;
  for (std::size_t i = 0; i < target.code.size(); ++i) {
    const auto instruction =
        suspect.race ? instruction_of(suspect.race->accesses[i]) : std::nullopt;
    if (instruction)
      live.for_each_space([&](const report::AddressSpace& space) {
        for (const channel::StatementRange& range : code_of(*instruction, space))
          target.exact[i].push_back(range);
      });
    live.for_each_space([&](const report::AddressSpace& space) {
      for (const channel::StatementRange& range : code_of(suspect.statements[i], space))
        target.code[i].push_back(range);
    });
    if (target.code[i].empty())
      target.problem = fmt::format(
          "{}: no code of the program comes from there (of the modules it had "
          "loaded, with debug information: compile with -g)",
          suspect.statements[i].text());
  }
  if (suspect.race) target.bytes = bytes_raced_for(*suspect.race, live);
  return target;
}

}  // namespace

void add_code(const std::vector<channel::StatementRange>& code, std::uint64_t number,
              std::vector<channel::StatementRange>& ranges) {
  for (channel::StatementRange range : code) {
    range.statement = number;
    ranges.push_back(range);
  }
}

Result<Scouted, std::string> scout(const ControlledWish& usual,
                                   const std::vector<Suspect>& suspects, Crew& crew,
                                   Bundling& bundling, CampaignReport& report) {
  Scouted scouted;
  std::vector<std::string> modules;
  ControlledWish plain = usual;
  plain.header.seed = kOwnSeed;
  plain.header.choice = channel::Choice::random;
  const auto first = crew.stage().run(plain, [&](const report::LiveReport& live) {
    live.for_each_space([&](const report::AddressSpace& space) {
      space.for_each_module(
          [&](const auto& module, const auto&) { modules.push_back(module.path); });
    });
    for (const Suspect& suspect : suspects) scouted.targets.push_back(target_of(suspect, live));
  });
  if (!first) return first.error();
  report.note(*first);
  if (first->interrupted) return Scouted();
  if (first->watched == 0) return advice_after(crew.program().path);
  bundling.set_modules(std::move(modules));
  scouted.steps = std::max<std::uint64_t>(first->steps, 1);
  if (WIFEXITED(first->status)) scouted.usual = WEXITSTATUS(first->status);
  return scouted;
}

}  // namespace steward::cli
