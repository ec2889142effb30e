#include "runtime/state/race_policy.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace steward {
namespace {

using channel::OnRace;

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The file of the module that has this code; empty if none has it.
std::string_view module_with(std::uint64_t counter) {
  dl_find_object found;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address in code
  if (_dl_find_object(reinterpret_cast<void*>(counter), &found) != 0) return {};
  const std::string_view path = found.dlfo_link_map->l_name;
  return path.empty() ? program_invocation_short_name : file_of(path);
}

// What comes before the next `end`; `rest` is what comes behind that.
std::string_view cut(std::string_view& rest, char end) {
  const std::size_t at = rest.find(end);
  const std::string_view part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return part;
}

}  // namespace

RacePolicy::RacePolicy(const Sender& sender, const char* modules) : sender_(sender) {
  if (modules != nullptr) std::strncpy(modules_, modules, sizeof modules_ - 1);
}

OnRace RacePolicy::at(std::uint64_t counter) const {
  if (modules_[0] == 0) return sender_.on_race();
  const std::string_view module = module_with(counter);
  for (std::string_view rest = modules_; !rest.empty();) {
    std::string_view word = cut(rest, ',');
    if (cut(word, '=') != module) continue;
    for (std::uint32_t i = 0; i < std::size(channel::kOnRaceWords); ++i)
      if (word == channel::kOnRaceWords[i]) return static_cast<OnRace>(i);
  }
  return sender_.on_race();
}

}  // namespace steward
