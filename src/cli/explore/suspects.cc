#include "cli/explore/suspects.h"

#include <algorithm>
#include <fmt/format.h>

#include "report/read_report.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

Result<Suspect, UsageError> from_sites(const std::string& sites) {
  const std::size_t comma = sites.find(',');
  if (comma == std::string::npos || sites.find(',', comma + 1) != std::string::npos)
    return UsageError{fmt::format(
        "--sites: '{}' is not two places with a comma between them: FILE:LINE,FILE:LINE", sites)};
  auto first = parse_statement(sites.substr(0, comma));
  if (!first) return std::move(first).error();
  auto second = parse_statement(sites.substr(comma + 1));
  if (!second) return std::move(second).error();
  return Suspect{{*std::move(first), *std::move(second)}, std::nullopt};
}

std::string ids_of(const report::Report& report) {
  std::string ids;
  for (const report::Race& race : report.races) ids += (ids.empty() ? "" : ", ") + race.id;
  return ids.empty() ? "none" : ids;
}

}  // namespace

std::string Suspect::text() const {
  return fmt::format("{} and {}", statements[0].text(), statements[1].text());
}

std::string Suspect::brief() const {
  if (!race) return text();
  return fmt::format("{} and {}", report::short_place(race->earlier().stack),
                     report::short_place(race->later().stack));
}

bool may_be_on_stack(const Suspect& suspect) {
  using Kind = report::LocationKind;
  if (!suspect.race) return true;
  const Kind kind = suspect.race->location.kind;
  return kind == Kind::stack || kind == Kind::unknown;
}

std::vector<Suspect> suspects_in(const report::Report& report) {
  std::vector<Suspect> suspects;
  for (const report::Race& race : report.races) {
    auto first = statement_of(race.earlier());
    auto second = statement_of(race.later());
    // Where nothing is known of an access there is nothing to wait for.
    if (first && second) suspects.push_back({{*std::move(first), *std::move(second)}, race});
  }
  return suspects;
}

Result<std::vector<Suspect>, UsageError> find_suspects(const Arguments& arguments,
                                                       const report::Report& stored,
                                                       report::Report& report) {
  if (arguments.given("--sites")) {
    if (arguments.given("--pair")) return UsageError{"--pair and --sites: give one of them"};
    auto suspect = from_sites(arguments.text("--sites"));
    if (!suspect) return std::move(suspect).error();
    return std::vector<Suspect>{*std::move(suspect)};
  }
  const std::string& file = arguments.text("--from");
  report = stored;
  if (!file.empty()) {
    auto read = report::read_report(file);
    if (!read) return UsageError{read.error().message()};
    report = *std::move(read);
  }
  const std::string& wanted = arguments.text("--pair");
  std::vector<Suspect> suspects = suspects_in(report);
  if (!wanted.empty())
    std::erase_if(suspects, [&](const Suspect& one) { return one.race->id != wanted; });
  if (suspects.empty() && !wanted.empty())
    return UsageError{fmt::format("{}: no race {} there, only: {}",
                                  file.empty() ? "the store" : file, wanted, ids_of(report))};
  return suspects;
}

}  // namespace steward::cli
