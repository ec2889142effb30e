#include "runtime/control/endings.h"

#include <atomic>
#include <cstdint>
#include <signal.h>

#include "runtime/platform/raw.h"
#include "runtime/state/runtime.h"

namespace steward {
namespace {

constinit std::atomic<bool> aborting = false;
constinit std::atomic<void (*)()> death_callback = nullptr;

// An action as the kernel takes it; all zero, it is the default one.
struct KernelAction {
  std::uint64_t handler, flags, restorer, mask;
};

}  // namespace

void finish_trace(Runtime& runtime) {
  runtime.detector.finish(current_thread == nullptr ? nullptr : current_thread->analysis);
}

void set_death_callback(void (*callback)()) {
  death_callback.store(callback, std::memory_order_relaxed);
}

void end_failed(Runtime& runtime) {
  finish_trace(runtime);
  // Taken out: it may do what is reported, too.
  if (auto* const callback = death_callback.exchange(nullptr)) callback();
  raw::exit_process(runtime.sender.exit_code());
}

void end_quietly(Runtime& runtime) {
  finish_trace(runtime);
  raw::exit_process(0);
}

void abort_process(Runtime& runtime) {
  aborting.store(true, std::memory_order_relaxed);
  finish_trace(runtime);
  end_by_signal();
}

bool is_aborting() { return aborting.load(std::memory_order_relaxed); }

void end_by_signal() {
  const KernelAction by_default = {};
  const std::uint64_t only_abort = std::uint64_t{1} << (SIGABRT - 1);
  raw::call(SYS_rt_sigaction, SIGABRT, reinterpret_cast<long>(&by_default), 0, sizeof only_abort);
  raw::call(SYS_rt_sigprocmask, SIG_UNBLOCK, reinterpret_cast<long>(&only_abort), 0,
            sizeof only_abort);
  raw::call(SYS_tgkill, raw::process(), raw::call(SYS_gettid), SIGABRT);
  // The first process of a container does not hear signals that it sends itself.
  raw::exit_process(128 + SIGABRT);
}

}  // namespace steward
