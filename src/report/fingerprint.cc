#include "report/fingerprint.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace steward::report {
namespace {

constexpr std::size_t kShortestId = 4;

// FNV-1a over the text, then a mixing step, because ids show only the first digits.
std::uint64_t digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

// Kinds are numbered in the digest, so these numbers are part of every stored fingerprint.
int stable_number(AccessKind kind) {
  switch (kind) {
    case AccessKind::read: return 0;
    case AccessKind::write: return 1;
    case AccessKind::atomic_read: return 2;
    case AccessKind::atomic_write: return 3;
    case AccessKind::free: return 4;
  }
  return 0;
}

// Lengths in front keep different parts from running into one another.
std::string serialized(std::string_view text) { return fmt::format("{}:{}", text.size(), text); }

std::string serialized(const AccessIdentity& access) {
  return fmt::format("{},{},{}", stable_number(access.kind), serialized(access.function),
                     access.ordinal);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Does a number that a compiler invented begin behind `text`?
bool ends_before_number(std::string_view text) {
  if (text.ends_with("$_") || text.ends_with("'lambda") || text.ends_with("'unnamed")) return true;
  if (!text.ends_with('#')) return false;
  const std::size_t open = text.rfind('{');
  if (open == std::string_view::npos) return false;
  const std::string_view inside = text.substr(open);
  return inside.starts_with("{lambda") || inside.starts_with("{unnamed");
}

std::size_t common_prefix(const std::string& a, const std::string& b) {
  const auto limit = a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return static_cast<std::size_t>(std::mismatch(a.begin(), limit, b.begin()).first - a.begin());
}

}  // namespace

std::string fingerprint(std::string_view location_class, const AccessIdentity& a,
                        const AccessIdentity& b) {
  std::string first = serialized(a), second = serialized(b);
  if (second < first) std::swap(first, second);
  return fmt::format("{:016x}",
                     digest(fmt::format("{};{};{}", serialized(location_class), first, second)));
}

std::string without_lambda_numbers(std::string_view function) {
  std::string result;
  for (std::size_t i = 0; i < function.size();) {
    if (is_digit(function[i]) && ends_before_number(result)) {
      while (i < function.size() && is_digit(function[i])) ++i;
    } else {
      result += function[i++];
    }
  }
  return result;
}

std::vector<std::string> short_ids(const std::vector<std::string>& fingerprints) {
  std::vector<std::size_t> order(fingerprints.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return fingerprints[a] < fingerprints[b]; });

  // Sorted, the nearest relative of each is one of its neighbours.
  std::vector<std::size_t> length(fingerprints.size(), kShortestId);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t a = order[i - 1], b = order[i];
    const std::size_t needed = common_prefix(fingerprints[a], fingerprints[b]) + 1;
    length[a] = std::max(length[a], needed);
    length[b] = std::max(length[b], needed);
  }
  std::vector<std::string> ids;
  ids.reserve(fingerprints.size());
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    ids.push_back("R-" + fingerprints[i].substr(0, length[i]));
  }
  return ids;
}

}  // namespace steward::report
