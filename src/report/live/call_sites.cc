#include "report/live/call_sites.h"

#include <algorithm>
#include <cstring>

namespace steward::report {
namespace {

// The word before `end`, which counts from there, as most addresses in x86-64 code do.
std::uint64_t relative_to_end(std::span<const std::uint8_t> code, std::uint64_t begin,
                              std::size_t end) {
  std::int32_t relative = 0;
  std::memcpy(&relative, &code[end - 4], sizeof relative);
  return begin + end + static_cast<std::uint64_t>(std::int64_t{relative});
}

}  // namespace

// E8 rel32, or FF 15 rel32 through the global offset table.
std::optional<CallTarget> call_target(std::span<const std::uint8_t> code, std::uint64_t begin,
                                      std::uint64_t inside) {
  const std::uint64_t last = inside - begin;
  if (last < 4 || last >= code.size()) return std::nullopt;
  const std::uint64_t address = relative_to_end(code, begin, last + 1);
  if (code[last - 4] == 0xe8) return CallTarget{false, address};
  if (last >= 5 && code[last - 5] == 0xff && code[last - 4] == 0x15)
    return CallTarget{true, address};
  return std::nullopt;
}

// FF 25 rel32, after marks for control-flow checks: endbr64, bnd.
std::optional<CallTarget> linkage_target(std::span<const std::uint8_t> code, std::uint64_t begin) {
  constexpr std::uint8_t kEndbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
  std::size_t at = 0;
  if (code.size() >= 4 && std::equal(kEndbr64, kEndbr64 + 4, code.begin())) at += 4;
  if (code.size() > at && code[at] == 0xf2) ++at;
  if (code.size() < at + 6 || code[at] != 0xff || code[at + 1] != 0x25) return std::nullopt;
  return CallTarget{true, relative_to_end(code, begin, at + 6)};
}

std::vector<std::uint64_t> calls_to_same_target(std::span<const std::uint8_t> code,
                                                std::uint64_t begin, std::uint64_t inside) {
  std::vector<std::uint64_t> calls;
  const auto wanted = call_target(code, begin, inside);
  if (!wanted) return calls;
  for (std::size_t last = 0; last < code.size(); ++last) {
    if (call_target(code, begin, begin + last) == wanted) calls.push_back(begin + last);
  }
  return calls;
}

}  // namespace steward::report
