// Where the functions of the user's channels are in the processes that ask for them, and which of
// them were called.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/channels.h"
#include "report/live/address_space.h"

namespace steward::report {

class ChannelFunctions {
 public:
  // `rules` must outlive it.
  explicit ChannelFunctions(const ChannelRules& rules) : rules_(rules) {}

  // Answers go there from now on: see channel/functions.h.
  void answer_in(std::string path) { path_ = std::move(path); }
  // A process with these modules has asked.
  void answer(std::uint64_t question, const AddressSpace& space);
  // A process has called the function that an answer gave this number.
  void called(std::uint64_t number);

  // A sentence on each rule that had no effect so far.
  std::vector<std::string> complaints() const;

 private:
  struct Function {
    std::uint64_t begin = 0, end = 0;  // in its module
    std::uint64_t number = 0;
    channel::Channels sends = 0, receives = 0;
  };
  struct Known {
    std::vector<std::size_t> rules;  // that match it
    bool called = false;
  };
  const std::vector<Function>& functions_of(const ModuleRecord& module, ModuleSymbols& symbols);

  const ChannelRules& rules_;
  std::string path_;
  std::map<std::pair<std::string, std::string>, std::vector<Function>> by_module_;
  std::vector<Known> known_;  // by number
};

}  // namespace steward::report
