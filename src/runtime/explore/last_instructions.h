// The last instructions of a thread, after all that is controlled of it. libc takes back what it
// had there: before anybody else goes on, so that it is the same moment in each run.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/futex.h>
#include <pthread.h>

#include "runtime/platform/raw.h"
#include "runtime/platform/task_state.h"

namespace steward {

class LastInstructions {
 public:
  // By the thread that ends.
  void begin() {
    system_id_ = static_cast<std::uint32_t>(raw::call(SYS_gettid));
    word_ = find_word(system_id_);
  }
  // By whoever goes on.
  void wait_for_end() {
    if (system_id_ == 0) return;
    while (!is_gone()) wait();
    system_id_ = 0;
  }

 private:
  // libc lets the system clear a word of the thread's own record when it is gone, and wake whoever
  // waits for that: where it is differs between versions.
  static const std::uint32_t* find_word(std::uint32_t system_id) {
    constexpr std::size_t kFirst = 64, kLast = 512;
    const auto* const words = reinterpret_cast<const std::uint32_t*>(pthread_self());
    for (std::size_t i = kFirst; i < kLast; ++i)
      if (words[i] == system_id) return words + i;
    return nullptr;
  }
  // The process's first thread keeps its number for as long as there are others.
  bool is_gone() const {
    if (system_id_ == static_cast<std::uint32_t>(raw::process()))
      return state_of_thread(system_id_) == 'Z';
    return raw::call(SYS_tgkill, raw::process(), system_id_, 0) == -ESRCH;
  }
  // Not for long: nothing says that the word was the right one.
  void wait() const {
    const timespec limit = {0, 1'000'000};
    if (word_ != nullptr && raw::call(SYS_futex, reinterpret_cast<long>(word_), FUTEX_WAIT,
                                      system_id_, reinterpret_cast<long>(&limit)) == 0)
      return;
    raw::call(SYS_sched_yield);
  }

  std::uint32_t system_id_ = 0;
  const std::uint32_t* word_ = nullptr;
};

}  // namespace steward
