// What is done at races, and where: as the user said it for the program, and for some of its
// modules.
#pragma once

#include <cstddef>
#include <cstdint>

#include "channel/layout.h"
#include "runtime/report/sender.h"

namespace steward {

// Thread safety: any thread may call anything.
class RacePolicy {
 public:
  // `modules` as in kOnRaceVariable; null: none has one of its own.
  RacePolicy(const Sender& sender, const char* modules);

  // At an access that is made there.
  channel::OnRace at(std::uint64_t counter) const;
  // Whether there is anything that it keeps from being done.
  bool may_refuse() const {
    return sender_.on_race() != channel::OnRace::go_on || modules_[0] != 0;
  }
  // Whether a thread with an exception that nobody catches ends, and the process goes on.
  bool ends_threads() const { return sender_.uncaught() == channel::Uncaught::end_thread; }

 private:
  static constexpr std::size_t kLongest = 4096;

  const Sender& sender_;
  char modules_[kLongest] = {};
};

}  // namespace steward
