// The memory policies of live analyses: words held one by one, and origins as numbers.
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "core/policy/policy.h"
#include "runtime/analysis/origins.h"
#include "runtime/state/kin.h"
#include "runtime/state/runtime.h"

namespace steward {

struct Live : Locked {
  using Bits = SharedBits;
  using Origin = LiveOrigin;
  static constexpr bool kWordLocks = true;
};

struct Precise : Live {
  static constexpr bool kUseAfterFree = true;
  static std::uint32_t self();  // self_in() of the analysis that there is
};
template <class Analysing>
std::uint32_t self_in() {
  const ThreadState* const t = current_thread;
  if (t == nullptr || t->analysis == nullptr) return 0;
  return Analysing::self(reinterpret_cast<const typename Analysing::Thread&>(*t->analysis));
}

// Where an access came from, with its instruction at hand: prediction tells accesses apart by it.
class SitedOrigin {
 public:
  SitedOrigin() = default;
  SitedOrigin(LiveOrigin origin)  // NOLINT(google-explicit-constructor): the same, and more
      : origin_(origin), site_(runtime()->origins.site_at(origin.number())) {}
  SitedOrigin(std::uint32_t number, AccessKind kind) : SitedOrigin(LiveOrigin(number, kind)) {}
  operator LiveOrigin() const { return origin_; }  // NOLINT(google-explicit-constructor)

  AccessKind kind() const { return origin_.kind(); }
  std::uint32_t number() const { return origin_.number(); }
  SiteId site() const { return SiteId(site_); }
  friend bool operator==(const SitedOrigin&, const SitedOrigin&) = default;

 private:
  LiveOrigin origin_;
  std::uint32_t site_ = 0;
};

struct Predicting : Live {
  using Origin = SitedOrigin;
  static std::uint32_t self();  // as Precise's
};

// Nothing: who only selects locations does not care who accessed them.
struct NoOrigin {
  NoOrigin() = default;
  NoOrigin(LiveOrigin) {}                     // NOLINT(google-explicit-constructor)
  operator LiveOrigin() const { return {}; }  // NOLINT(google-explicit-constructor)
  friend bool operator==(const NoOrigin&, const NoOrigin&) = default;
};

struct Selecting : Live {
  using Origin = NoOrigin;
  using BesideWords = KinOfWords;
  static std::uint32_t self();  // as Precise's
};

}  // namespace steward
