#include "cli/explore/confirm_wish.h"

#include "cli/explore/stage.h"
#include "cli/explore/step_limits.h"

namespace steward::cli {
namespace {

channel::Choice choice_of(const ConfirmWish& wish) {
  if (wish.strategy == "pct") return channel::Choice::pct;
  if (wish.strategy == "pos") return channel::Choice::pos;
  return wish.varied ? channel::Choice::varied : channel::Choice::random;
}

}  // namespace

channel::Choice choice_without_direction(const ConfirmWish& wish) {
  return wish.strategy == "directed" ? channel::Choice::mixed : choice_of(wish);
}

ControlledWish wish_for(const ConfirmWish& wish) {
  ControlledWish controlled;
  controlled.header = usual_circumstances();
  controlled.header.seed = wish.seed;
  controlled.header.spurious = wish.spurious ? 1 : 0;
  controlled.header.most_steps = kManySteps;
  controlled.header.choice = choice_of(wish);
  return controlled;
}

}  // namespace steward::cli
