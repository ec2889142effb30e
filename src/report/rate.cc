#include "report/rate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace steward::report {
namespace {

// Of the normal distribution: 95 % lie no further from the middle.
constexpr double kZ = 1.959964;

struct Wilson {
  double middle, reach;
};
Wilson wilson(const Rate& rate) {
  const auto n = static_cast<double>(rate.runs);
  const double p = static_cast<double>(rate.hits) / n;
  const double scale = 1 / (1 + kZ * kZ / n);
  return {scale * (p + kZ * kZ / (2 * n)),
          scale * kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n))};
}

// Of the number of ways to choose so many out of n.
double log_of_choices(std::uint64_t n, std::uint64_t chosen) {
  const auto log_of_factorial = [](std::uint64_t k) {
    return std::lgamma(static_cast<double>(k) + 1);
  };
  return log_of_factorial(n) - log_of_factorial(chosen) - log_of_factorial(n - chosen);
}

}  // namespace

double Rate::low() const {
  if (runs == 0 || hits == 0) return 0;
  const Wilson w = wilson(*this);
  return std::max(0.0, w.middle - w.reach);
}
double Rate::high() const {
  if (runs == 0 || hits == runs) return 1;
  const Wilson w = wilson(*this);
  return std::min(1.0, w.middle + w.reach);
}

std::string Rate::text() const {
  return fmt::format("{} of {} runs ({:.1f} to {:.1f} %)", hits, runs, low() * 100, high() * 100);
}

std::string Rate::brief() const { return fmt::format("{} of {} runs", hits, runs); }

double chance_of(const Rate& first, const Rate& second) {
  const std::uint64_t hits = first.hits + second.hits;
  const double all = log_of_choices(first.runs + second.runs, hits);
  double chance = 0;
  for (std::uint64_t i = first.hits; i <= std::min(hits, first.runs); ++i)
    if (hits - i <= second.runs)
      chance +=
          std::exp(log_of_choices(first.runs, i) + log_of_choices(second.runs, hits - i) - all);
  return std::min(chance, 1.0);
}

}  // namespace steward::report
