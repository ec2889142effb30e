#include "runtime/state/runtime.h"

#include <cstdlib>
#include <new>
#include <unistd.h>

#include "runtime/control/functions.h"
#include "runtime/control/lives.h"
#include "runtime/control/sampling.h"
#include "runtime/control/watching.h"
#include "runtime/platform/memory_use.h"
#include "runtime/platform/usable_size.h"
#include "runtime/platform/whose_code.h"
#include "runtime/report/program_hooks.h"
#include "runtime/turns/turns.h"

namespace steward {

thread_local constinit ThreadState* current_thread = nullptr;
constinit std::atomic<Runtime*> the_runtime = nullptr;
constinit std::uint32_t sample_of_100 = 0;

namespace {

alignas(Runtime) constinit char storage[sizeof(Runtime)] = {};
constinit std::atomic<bool> activated = false;

}  // namespace

Runtime::Runtime(const Sender& opened) : sender(opened) {}

void activate() {
  // GCC's programs say it twice, first before libc knows its environment.
  if (environ == nullptr) return;
  if (activated.exchange(true)) {
    // So does each module that is loaded later.
    if (Runtime* const known = steward::runtime()) {
      watch_modules(*known);
      find_functions(*known);
    }
    return;
  }
  before_activation();
  Sender sender;
  if (!sender.open(std::getenv(channel::kPathVariable))) return;
  find_code();
  find_usable_size();
  // The program's code, or the loader's: nothing of it is an event yet.
  const char* const options = __tsan_default_options();
  const char* const suppressions = __tsan_default_suppressions();
  sample_of_100 = sender.sample();
  memory_use.begin(sizeof(Runtime), sender.max_memory());
  reserve_pages();
  auto* runtime = new (storage) Runtime(sender);
  the_runtime.store(runtime, std::memory_order_release);
  follow_plan(*runtime);
  runtime->reporter.tell_process(options, suppressions);
  find_functions(*runtime);
  begin_main_thread(*runtime);
  __tsan_on_initialize();
}

}  // namespace steward
