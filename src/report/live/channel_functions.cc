#include "report/live/channel_functions.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "report/live/instrumentation.h"

namespace steward::report {

const std::vector<ChannelFunctions::Function>& ChannelFunctions::functions_of(
    const ModuleRecord& module, ModuleSymbols& symbols) {
  const auto [at, is_new] = by_module_.try_emplace({module.path, module.build_id});
  // Others make no calls that are seen.
  if (!is_new || instrumentation_of(module.path) != Instrumentation::dynamic) return at->second;
  // By their addresses: a function may have several names.
  std::map<std::uint64_t, Function> found;
  symbols.for_each_function([&](const std::string& name, std::uint64_t begin, std::uint64_t end) {
    for (std::size_t i = 0; i < rules_.all().size(); ++i) {
      const ChannelRule& rule = rules_.all()[i];
      if (!rule.pattern.matches(name)) continue;
      const auto [function, fresh] = found.try_emplace(begin, Function{begin, end, known_.size()});
      if (fresh) known_.emplace_back();
      (rule.sends ? function->second.sends : function->second.receives) |= rule.channel;
      known_[function->second.number].rules.push_back(i);
    }
  });
  for (auto& [begin, function] : found) {
    if (!at->second.empty()) at->second.back().end = std::min(at->second.back().end, begin);
    at->second.push_back(function);
  }
  return at->second;
}

void ChannelFunctions::answer(std::uint64_t question, const AddressSpace& space) {
  std::vector<channel::FunctionEntry> entries;
  space.for_each_module([&](const ModuleRecord& module, ModuleSymbols& symbols) {
    for (const Function& function : functions_of(module, symbols)) {
      entries.push_back({question, module.base + function.begin, module.base + function.end,
                         function.number, function.sends, function.receives});
    }
  });
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file.write(reinterpret_cast<const char*>(entries.data()),
             static_cast<std::streamsize>(entries.size() * sizeof entries[0]));
}

void ChannelFunctions::called(std::uint64_t number) {
  if (number < known_.size()) known_[number].called = true;
}

std::vector<std::string> ChannelFunctions::complaints() const {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < rules_.all().size(); ++i) {
    const auto speaks_of = [&](const Known& function) {
      return std::find(function.rules.begin(), function.rules.end(), i) != function.rules.end();
    };
    const bool called = std::any_of(known_.begin(), known_.end(), [&](const Known& function) {
      return function.called && speaks_of(function);
    });
    if (called) continue;
    const ChannelRule& rule = rules_.all()[i];
    const bool found = std::any_of(known_.begin(), known_.end(), speaks_of);
    sentences.push_back(fmt::format(
        "{}: '{}' {} (a call that the compiler has inlined is not seen)", rule.place, rule.text,
        found ? "matches functions of which none was called"
              : "matches no function of the instrumented code"));
  }
  return sentences;
}

}  // namespace steward::report
