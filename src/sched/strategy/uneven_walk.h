// A random walk of threads that are not equally fast. In a plain one all make about as many steps
// in the same time, so who has a few to make is never the last to come where another one has many:
// that takes a chance of one half, that many times. Here each thread has a speed for the whole run,
// by chance; who is slow comes when others are done.
//
// Nobody starves: every thread that is enabled goes on some time. Who only waits is slow.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sched/random.h"
#include "sched/strategy.h"

namespace steward {

class UnevenWalk final : public Strategy {
 public:
  explicit UnevenWalk(std::uint64_t seed) : seed_(seed), random_(seed) {}

  std::size_t choose(const Moment& moment) override;
  std::uint64_t draw(std::uint64_t bound) override { return random_.below(bound); }

 private:
  // How likely it is, beside the others.
  std::uint64_t weight_of(const Candidate& thread) const;

  const std::uint64_t seed_;
  Random random_;
};

}  // namespace steward
