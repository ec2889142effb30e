// Who is selected with whom, against a closure computed anew each time.

#include "runtime/state/kinship.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

struct Model {
  std::set<std::pair<std::uint64_t, unsigned>> met;
  std::set<unsigned> chosen;

  std::set<unsigned> selected() const {
    std::set<unsigned> all = chosen;
    for (std::size_t before = 0; before != all.size();) {
      before = all.size();
      for (const auto& [place, thing] : met)
        for (const auto& [other_place, other] : met)
          if (place == other_place && all.contains(thing)) all.insert(other);
    }
    return all;
  }
};

RC_GTEST_PROP(Kinship, SelectsAllThatPlacesConnect, ()) {
  Heap heap;
  Kinship<unsigned> kinship(heap);
  Model model;
  std::set<unsigned> told;
  const auto tell = [&](unsigned thing) {
    RC_ASSERT(told.insert(thing).second);  // each once
  };
  perform_random_operations(0.5, [&](Draw draw) {
    const unsigned thing = draw.below(40);
    if (draw.below(8) == 0) {
      model.chosen.insert(thing);
      kinship.select(thing, tell);
    } else {
      const std::uint64_t place = draw.below(20);
      model.met.insert({place, thing});
      kinship.meet(place, thing, tell);
    }
    RC_ASSERT(told == model.selected());
  });
}

}  // namespace
}  // namespace steward
