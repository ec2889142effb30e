// How a fingerprint calls a site: its function, and which one it is among the sites of that
// function that access memory in the same way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/event/types.h"
#include "report/fingerprint.h"
#include "report/trace_facts.h"
#include "trace/names.h"

namespace steward::report {

// All sites of the trace are numbered, not only those that race: what one detector finds must not
// change what another calls it.
class SiteIdentities {
 public:
  SiteIdentities(const Names& names, const TraceFacts& facts);

  AccessIdentity identity(SiteId site, AccessKind kind) const;

 private:
  const Names& names_;
  std::map<std::pair<SiteId, AccessKind>, std::uint32_t> ordinals_;
};

// The function, or what stands in for it: the text of a site without function, the number of a site
// without text.
std::string function_of(const Names& names, SiteId site);

}  // namespace steward::report
