// Every detector, made for any policy: make<Policy>(heap, report).
#pragma once

#include <memory>

#include "core/detect/djit.h"
#include "core/detect/fasttrack.h"
#include "core/detect/goldilocks.h"
#include "core/detect/hybrid.h"
#include "core/detect/lockset.h"
#include "core/detect/simple.h"
#include "core/detect/simple_paper.h"

namespace steward {

// The random traces have loads that read up to three stores back.
inline constexpr std::size_t kStoreAge = 3;

struct MakeDjit {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return std::make_unique<Djit<Policy>>(heap, DetectorOptions{AfterRace::record, kStoreAge},
                                          report);
  }
};
struct MakeFastTrack {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return std::make_unique<FastTrack<Policy>>(heap, DetectorOptions{AfterRace::record, kStoreAge},
                                               report);
  }
};
struct MakeGoldilocks {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return make_with<Policy>(heap, report, {});
  }
  template <class Policy, class Sink>
  static auto make_with(Heap& heap, Sink& report, GoldilocksOptions how) {
    return std::make_unique<Goldilocks<Policy>>(heap, DetectorOptions{AfterRace::record, kStoreAge},
                                                how, report);
  }
};
// Sets are brought up to date, merged and reclaimed all the time.
struct MakeSweepingGoldilocks {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return MakeGoldilocks::make_with<Policy>(heap, report,
                                             {.short_circuits = false, .sweep_every = 3});
  }
};
struct MakeLockset {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return std::make_unique<LocksetDetector<Policy>>(heap, report);
  }
};
struct MakeHybrid {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return make_with<Policy>(heap, report, {});
  }
  template <class Policy, class Sink>
  static auto make_with(Heap& heap, Sink& report, HybridOptions options) {
    options.order.max_store_age = kStoreAge;
    return std::make_unique<Hybrid<Policy>>(heap, options, report);
  }
};
struct MakeHybridByLocation {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return MakeHybrid::make_with<Policy>(heap, report, {.granularity = Granularity::location});
  }
};
// Looks at thread locality instead.
struct MakeHybridWithoutOrder {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return MakeHybrid::make_with<Policy>(heap, report, {.order = {.enabled = false}});
  }
};
struct MakeSimple {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    LimitedOrderOptions options;
    options.max_store_age = kStoreAge;
    return std::make_unique<Simple<Policy>>(heap, options, report);
  }
};
struct MakeSimplePaper {
  template <class Policy, class Sink>
  static auto make(Heap& heap, Sink& report) {
    return std::make_unique<SimplePaper<Policy>>(heap, report);
  }
};

// Names for typed tests.
struct DetectorNames {
  template <class Make>
  static std::string GetName(int) {
    if (std::is_same_v<Make, MakeDjit>) return "djit";
    if (std::is_same_v<Make, MakeFastTrack>) return "fasttrack";
    if (std::is_same_v<Make, MakeGoldilocks>) return "goldilocks";
    if (std::is_same_v<Make, MakeSweepingGoldilocks>) return "goldilocks_sweeping";
    if (std::is_same_v<Make, MakeLockset>) return "lockset";
    if (std::is_same_v<Make, MakeHybrid>) return "hybrid";
    if (std::is_same_v<Make, MakeHybridByLocation>) return "hybrid_by_location";
    if (std::is_same_v<Make, MakeHybridWithoutOrder>) return "hybrid_without_order";
    if (std::is_same_v<Make, MakeSimple>) return "simple";
    return "simple_paper";
  }
};

}  // namespace steward
