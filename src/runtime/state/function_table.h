// Where the functions are that the user says objects change hands by (see channel/functions.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/spin_lock.h"
#include "base/vector.h"
#include "channel/functions.h"
#include "core/policy/policy.h"
#include "runtime/platform/raw.h"

namespace steward {

struct ChannelFunction {
  explicit ChannelFunction(const channel::FunctionEntry& from) : entry(from) {}
  ChannelFunction(const ChannelFunction& other) : entry(other.entry) {}

  // Whether it is for the first time that this is asked.
  bool is_first_call() const {
    return !called_.load(std::memory_order_relaxed) &&
           !called_.exchange(true, std::memory_order_relaxed);
  }
  const channel::FunctionEntry entry;

 private:
  mutable std::atomic<bool> called_ = false;
};

// Thread safety: once it is filled anybody may look.
class FunctionTable {
 public:
  explicit FunctionTable(Heap& heap) : functions_(heap) {}

  // REQUIRES: behind all that are there already.
  void add(const channel::FunctionEntry& entry) { functions_.emplace_back(entry); }
  // All that the file at `path` answers to a question.
  void read(const char* path, std::uint64_t question) {
    const int file = raw::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    channel::FunctionEntry entry;
    while (raw::read_whole(file, &entry, sizeof entry))
      if (entry.question == question) add(entry);
    raw::close(file);
  }

  bool empty() const { return functions_.empty(); }
  // The function with code at `address`, or null.
  const ChannelFunction* at(std::uint64_t address) const {
    std::size_t low = 0, high = functions_.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const ChannelFunction& function = functions_[middle];
      if (address < function.entry.begin) high = middle;
      else if (address < function.entry.end) return &function;
      else low = middle + 1;
    }
    return nullptr;
  }

 private:
  Vector<ChannelFunction> functions_;
};

// The newest of several tables: whoever asked later knows of more modules. Thread safety: any
// thread may call anything.
class NewestFunctions {
 public:
  // Null: there are none.
  const FunctionTable* get() const { return table_.load(std::memory_order_acquire); }
  // The answer to a question, of which later ones have higher numbers. Others may be looking at the
  // table that there is: it stays as it is, for good.
  void install(const FunctionTable& table, std::uint64_t question) {
    const Hold hold(lock_);
    if (question < newest_) return;
    newest_ = question;
    table_.store(table.empty() ? nullptr : &table, std::memory_order_release);
  }

 private:
  SpinLock lock_;
  std::uint64_t newest_ = 0;
  std::atomic<const FunctionTable*> table_ = nullptr;
};

}  // namespace steward
