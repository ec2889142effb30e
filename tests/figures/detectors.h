// What each detector says about a script, as the names of the cells that race or the pairs of
// sites: the detectors themselves, run over the events as `steward analyze` runs them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/detect/hybrid.h"
#include "support/script.h"

namespace steward::figures {

using Cells = std::vector<std::string>;
using SitePairs = std::vector<std::pair<SiteId, SiteId>>;

Cells djit_cells(const Script& script);
Cells fasttrack_cells(const Script& script);
Cells goldilocks_cells(const Script& script);
Cells lockset_cells(const Script& script);
Cells simple_cells(const Script& script);
Cells simple_paper_cells(const Script& script);

// Both with the largest lockset and the channels known from the start, as after a first phase.
Cells hybrid_cells(const Script& script,
                   HybridOptions options = {.granularity = Granularity::location});
SitePairs hybrid_sites(const Script& script);

SitePairs sites(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> pairs);

}  // namespace steward::figures
