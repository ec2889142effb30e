#include "cli/explore/looking_around.h"

#include <utility>

#include "cli/explore/confirm_wish.h"
#include "cli/explore/rechecking.h"
#include "cli/explore/scouting.h"

namespace steward::cli {

Result<void, std::string> look_around(std::uint64_t seed, std::uint64_t runs,
                                      const std::function<bool(const report::Race&)>& is_known,
                                      const std::function<bool()>& goes_on, Campaign& campaign,
                                      report::Report& found) {
  const ConfirmWish plain{.seed = seed, .strategy = "directed"};
  ControlledWish wish = wish_for(plain);
  CampaignReport unseen = campaign.unseen(found);
  auto scouted = scout(wish, {}, campaign.crew(), campaign.bundling(), unseen);
  if (!scouted) return std::move(scouted).error();
  wish.header.choice = choice_without_direction(plain);
  wish.header.expected_steps = scouted->steps;
  wish.header.checks_all = 1;
  for (std::uint64_t i = 0; i < runs && goes_on(); ++i, ++wish.header.seed) {
    auto done = campaign.crew().run(wish, 1, [&](std::uint64_t, const ControlledRun& run) {
      unseen.note(run);
      add_races(run, wish, "threads one at a time", scouted->usual, is_known, unseen);
    });
    if (!done) return done;
  }
  return {};
}

}  // namespace steward::cli
