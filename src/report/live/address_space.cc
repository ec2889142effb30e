#include "report/live/address_space.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace steward::report {
namespace {

// What lies outermost in every stack is the system's way to the program; nobody wants to read it.
void leave_out_start(Stack& stack) {
  constexpr std::array<std::string_view, 5> kStarts{"__libc_start_call_main", "__libc_start_main",
                                                    "start_thread", "clone", "clone3"};
  const auto is_start = [&](const Frame& frame) {
    return frame.function &&
           std::find(kStarts.begin(), kStarts.end(), *frame.function) != kStarts.end() &&
           frame.module && frame.module->find("libc.so") != std::string::npos;
  };
  while (stack.size() > 1 && is_start(stack.back())) stack.pop_back();
}

}  // namespace

ModuleSymbols& SymbolCache::of(const std::string& path, const std::string& build_id) {
  auto& known = modules_[{path, build_id}];
  if (!known) known = std::make_unique<ModuleSymbols>(path, build_id);
  return *known;
}

void AddressSpace::replace(std::vector<ModuleRecord> modules) {
  by_end_.clear();
  for (ModuleRecord& module : modules) {
    const std::uint64_t end = module.end;
    by_end_.insert_or_assign(end, std::move(module));
  }
}

const ModuleRecord* AddressSpace::module_of(std::uint64_t address) const {
  const auto found = by_end_.upper_bound(address);
  if (found == by_end_.end() || address < found->second.begin) return nullptr;
  return &found->second;
}

Stack AddressSpace::stack(const Counters& counters) const {
  Stack stack;
  for (const std::uint64_t counter : counters) {
    const ModuleRecord* module = module_of(counter);
    if (module == nullptr) {
      // Code that some program made at run time.
      Frame frame;
      frame.offset = counter;
      stack.push_back(std::move(frame));
      continue;
    }
    const std::uint64_t offset = counter - module->base;
    ModuleSymbols& symbols = cache_->of(module->path, module->build_id);
    for (Frame frame : symbols.frames(offset)) {
      if (stack.empty()) frame.callee = symbols.callee(offset);
      frame.module = module->path;
      frame.offset = offset;
      stack.push_back(std::move(frame));
    }
  }
  leave_out_start(stack);
  return stack;
}

std::optional<GlobalAt> AddressSpace::global(std::uint64_t address) const {
  const ModuleRecord* module = module_of(address);
  if (module == nullptr) return std::nullopt;
  const std::uint64_t offset = address - module->base;
  return GlobalAt{cache_->of(module->path, module->build_id).variable(offset), module->path,
                  offset};
}

std::uint32_t AddressSpace::ordinal(std::uint64_t counter) const {
  const ModuleRecord* module = module_of(counter);
  if (module == nullptr) return 0;
  return cache_->of(module->path, module->build_id).ordinal(counter - module->base);
}

}  // namespace steward::report
