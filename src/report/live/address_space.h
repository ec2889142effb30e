// Where things are in a watched process, and how the source calls them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/live/module_symbols.h"
#include "report/live/records.h"
#include "report/report.h"

namespace steward::report {

// The symbols of all files seen so far: the processes of a tree share most of their modules.
class SymbolCache {
 public:
  ModuleSymbols& of(const std::string& path, const std::string& build_id);

 private:
  std::map<std::pair<std::string, std::string>, std::unique_ptr<ModuleSymbols>> modules_;
};

struct GlobalAt {
  std::optional<SymbolAt> symbol;
  std::string module;        // path
  std::uint64_t offset = 0;  // in the module
};

// A value: a forked process starts with a copy of its parent's.
class AddressSpace {
 public:
  explicit AddressSpace(SymbolCache& cache) : cache_(&cache) {}

  void replace(std::vector<ModuleRecord> modules);

  Stack stack(const Counters& counters) const;
  // Nothing outside of all modules.
  std::optional<GlobalAt> global(std::uint64_t address) const;
  // f(module, its symbols) for each, in the order of their addresses.
  template <class F>
  void for_each_module(F&& f) const {
    for (const auto& [end, module] : by_end_) f(module, cache_->of(module.path, module.build_id));
  }
  // See ModuleSymbols.
  std::uint32_t ordinal(std::uint64_t counter) const;

 private:
  const ModuleRecord* module_of(std::uint64_t address) const;

  SymbolCache* cache_;
  std::map<std::uint64_t, ModuleRecord> by_end_;
};

}  // namespace steward::report
