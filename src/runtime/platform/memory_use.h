// How much memory the runtime has, and when that becomes too much.
//
// What is mapped counts, but for the parts of it that are known to cost nothing. All of it comes
// from runtime_pages(), which keeps these books.
#pragma once

#include <atomic>
#include <cstddef>

namespace steward {

// Why something has to be given up.
enum class Want { none, limit, system_memory, numbers };

// Thread safety: any thread may call anything, but begin() before all others, and relieved() one at
// a time.
class MemoryUse {
 public:
  // Counts from here on, what is there already being `bytes`. A limit of 0 is none.
  void begin(std::size_t bytes, std::size_t limit) {
    limit_ = static_cast<std::ptrdiff_t>(limit);
    mapped_ = static_cast<std::ptrdiff_t>(bytes);
    idle_ = 0;
    refusal_ = Want::none;
    relieved(false);
  }

  // How much more, or less, of either there is.
  void mapped(std::ptrdiff_t bytes) {
    mapped_.fetch_add(bytes, std::memory_order_relaxed);
    if (bytes > 0) look();
  }
  void idle(std::ptrdiff_t bytes) {
    idle_.fetch_add(bytes, std::memory_order_relaxed);
    if (bytes < 0) look();
  }
  // Something was asked for that was not to be had.
  void refused(Want why) {
    refusal_.store(why, std::memory_order_relaxed);
    tight_.store(true, std::memory_order_relaxed);
  }

  bool has_limit() const { return limit_ != 0; }
  std::ptrdiff_t in_use() const {
    return mapped_.load(std::memory_order_relaxed) - idle_.load(std::memory_order_relaxed);
  }
  // Whether somebody should make room before anything else is done.
  bool is_tight() const { return tight_.load(std::memory_order_relaxed); }
  // What it is that there is too little of.
  Want want() const {
    const Want refusal = refusal_.load(std::memory_order_relaxed);
    if (refusal != Want::none) return refusal;
    return in_use() >= mark_.load(std::memory_order_relaxed) ? Want::limit : Want::none;
  }
  // Whether it would soon be tight again, though all was given back that could be: making room
  // takes time.
  bool stays_tight() const { return limit_ != 0 && in_use() > limit_ - limit_ / 8; }
  // What can be done has been done: what comes now is looked at anew. `for_good`: there will be
  // nothing more to give back, so all may be used.
  void relieved(bool for_good) {
    const std::ptrdiff_t left_for_who_is_under_way = for_good ? 0 : limit_ / 16;
    mark_ = limit_ == 0 ? PTRDIFF_MAX : limit_ - left_for_who_is_under_way;
    refusal_ = Want::none;
    tight_ = false;
  }

 private:
  void look() {
    if (in_use() >= mark_.load(std::memory_order_relaxed)) [[unlikely]]
      tight_.store(true, std::memory_order_relaxed);
  }

  std::ptrdiff_t limit_ = 0;
  std::atomic<std::ptrdiff_t> mapped_ = 0;
  std::atomic<std::ptrdiff_t> idle_ = 0;
  std::atomic<std::ptrdiff_t> mark_ = PTRDIFF_MAX;  // from where on it is tight
  std::atomic<bool> tight_ = false;
  std::atomic<Want> refusal_ = Want::none;
};

[[gnu::visibility("hidden")]] extern MemoryUse memory_use;

}  // namespace steward
