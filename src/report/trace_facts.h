// What a report needs to know of a trace besides its races: who created whom, and which sites do
// what. It sees every event, so it does almost nothing for most of them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/event/event.h"

namespace steward::report {

class TraceFacts {
 public:
  struct Creation {
    ThreadId creator;
    SiteId site;
  };

  void observe(const Event& e) {
    if (is_access(e.kind)) {
      saw(e.site, access_kind(e.kind));
    } else if (e.kind == EventKind::fork || e.kind == EventKind::switch_identity) {
      note(e);
    }
  }
  void saw(SiteId site, AccessKind kind) {
    if (site.value() >= kLargestTable) return;
    if (site.value() >= kinds_at_.size()) kinds_at_.resize(site.value() + std::size_t{1});
    kinds_at_[site.value()] |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
  }

  bool has(SiteId site, AccessKind kind) const {
    return site.value() < kinds_at_.size() &&
           (kinds_at_[site.value()] >> static_cast<unsigned>(kind) & 1u) != 0;
  }
  // Nothing for a thread that the trace does not see created.
  std::optional<Creation> creation_of(ThreadId thread) const;

 private:
  // Sites are numbered from 1 upward; a number beyond this comes from a broken or hostile trace and
  // must not decide how much memory is used.
  static constexpr std::uint32_t kLargestTable = 1u << 26;

  void note(const Event& e);

  std::vector<std::uint8_t> kinds_at_;  // by site: one bit per AccessKind
  std::unordered_map<std::uint32_t, Creation> created_;
  std::unordered_map<std::uint32_t, ThreadId> carried_;  // by carrier, after its first switch
};

}  // namespace steward::report
