// The words by which a text trace calls things: unlike Names, every thing has one, and no two
// things of a kind share it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/event/types.h"
#include "trace/names.h"

namespace steward {

// One word for each number, made from a wish. A word that is taken gets a suffix: lock, lock~2.
class UniqueWords {
 public:
  // The word of `number`, or null.
  const std::string* find(std::uint64_t number) const {
    const auto found = words_.find(number);
    return found == words_.end() ? nullptr : &found->second;
  }
  const std::string& choose(std::uint64_t number, const std::string& wish);
  // Gives `word`, which its former owner needs no more, to `number`.
  const std::string& hand_over(std::uint64_t number, const std::string& word) {
    return words_[number] = word;
  }

 private:
  std::unordered_map<std::uint64_t, std::string> words_;
  std::unordered_map<std::string, std::uint64_t> uses_;
};

class RapidNames {
 public:
  Names& known() { return known_; }

  const std::string& thread(ThreadId id);
  // A thread about to be forked may take over the name of one that was joined, as the format has
  // it.
  const std::string& forked_thread(ThreadId id);
  void joined(ThreadId id) { joined_.insert(id.value()); }

  const std::string& lock(LockId id);
  const std::string& block(AddressRange bytes);
  std::string location(SiteId id) const;

 private:
  std::string thread_wish(ThreadId id) const;

  Names known_;
  UniqueWords threads_, locks_, blocks_;
  std::unordered_map<std::string, std::uint32_t> owner_;  // latest thread of each name
  std::unordered_set<std::uint32_t> joined_;
};

}  // namespace steward
