#include "report/site_identity.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace steward::report {
namespace {

constexpr std::array kAccessKinds{AccessKind::read, AccessKind::write, AccessKind::atomic_read,
                                  AccessKind::atomic_write, AccessKind::free};

struct NumberedSite {
  std::string function;
  AccessKind kind;
  const Site* place;
  SiteId id;
};

// Without a line, nothing but its number tells a site from its neighbours.
auto position(const NumberedSite& site) {
  return std::tuple(std::string_view(site.place->file), site.place->line, site.place->column,
                    site.place->line == 0 ? site.id : SiteId());
}
auto neighbourhood(const NumberedSite& site) {
  return std::tuple(std::string_view(site.function), site.kind);
}

}  // namespace

std::string function_of(const Names& names, SiteId id) {
  const Site* site = names.site(id);
  if (site == nullptr) return "site " + std::to_string(id.value());
  return site->function.empty() ? text_of(*site) : without_lambda_numbers(site->function);
}

SiteIdentities::SiteIdentities(const Names& names, const TraceFacts& facts) : names_(names) {
  std::vector<NumberedSite> sites;
  for (const Names::SiteDefinition& defined : names.sites()) {
    for (const AccessKind kind : kAccessKinds) {
      if (!facts.has(defined.id, kind)) continue;
      sites.push_back({function_of(names, defined.id), kind, names.site(defined.id), defined.id});
    }
  }
  std::sort(sites.begin(), sites.end(), [](const NumberedSite& a, const NumberedSite& b) {
    return std::tuple(neighbourhood(a), position(a)) < std::tuple(neighbourhood(b), position(b));
  });
  std::uint32_t ordinal = 0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (i == 0 || neighbourhood(sites[i - 1]) != neighbourhood(sites[i])) {
      ordinal = 0;
    } else if (position(sites[i - 1]) != position(sites[i])) {
      ++ordinal;
    }
    ordinals_[{sites[i].id, sites[i].kind}] = ordinal;
  }
}

AccessIdentity SiteIdentities::identity(SiteId site, AccessKind kind) const {
  const auto found = ordinals_.find({site, kind});
  return {kind, function_of(names_, site), found == ordinals_.end() ? 0 : found->second};
}

}  // namespace steward::report
