// A thread's last access that was found to race and is not made.
#pragma once

#include "runtime/analysis/analysis.h"

namespace steward {

struct Refusal {
  // Whether the code that is about to access memory asks, and does not if it is refused.
  bool possible = false;
  bool by_handler = false;  // of a signal, which interrupts code that expects nothing of that kind
  std::uint64_t asked_by = 0;  // the place that asks about the plain access it is about to make
  bool answer = false;         // whether it is refused
  bool expected = false;       // it is made all the same: what it races with is known
  // The race, what is to become of it, and whether it was told just now: most are not, when a
  // program tries again and again.
  LiveFinding race;
  channel::OnRace what = channel::OnRace::go_on;
  bool is_news = false;
};

}  // namespace steward
