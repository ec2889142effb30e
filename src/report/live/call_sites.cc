#include "report/live/call_sites.h"

#include <cstring>
#include <optional>
#include <utility>

namespace steward::report {
namespace {

// Where a call goes: to an address, or to where a word in memory says.
using Target = std::pair<bool, std::uint64_t>;

// The target of the x86-64 call whose last byte is code[last]: E8 rel32, or FF 15 rel32 through the
// global offset table. Both count from the instruction's end.
std::optional<Target> target(std::span<const std::uint8_t> code, std::uint64_t begin,
                             std::size_t last) {
  if (last < 4 || last >= code.size()) return std::nullopt;
  std::int32_t relative = 0;
  std::memcpy(&relative, &code[last - 3], sizeof relative);
  const std::uint64_t address =
      begin + last + 1 + static_cast<std::uint64_t>(std::int64_t{relative});
  if (code[last - 4] == 0xe8) return Target{false, address};
  if (last >= 5 && code[last - 5] == 0xff && code[last - 4] == 0x15) return Target{true, address};
  return std::nullopt;
}

}  // namespace

std::vector<std::uint64_t> calls_to_same_target(std::span<const std::uint8_t> code,
                                                std::uint64_t begin, std::uint64_t inside) {
  std::vector<std::uint64_t> calls;
  const auto wanted = target(code, begin, inside - begin);
  if (!wanted) return calls;
  for (std::size_t last = 0; last < code.size(); ++last) {
    if (target(code, begin, last) == wanted) calls.push_back(begin + last);
  }
  return calls;
}

}  // namespace steward::report
