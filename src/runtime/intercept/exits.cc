// The end of the process: one that has raced ends with the code that says so, whatever it wanted;
// unless that code is 0, which leaves the program its own, as with ThreadSanitizer.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "channel/encoder.h"
#include "runtime/control/endings.h"
#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"
#include "runtime/report/program_hooks.h"

using namespace steward;

namespace {

// The code to end with, or 0 if it is up to the program.
int code_of_failure() {
  Runtime* const found = runtime();
  return found != nullptr && found->reporter.failed() ? found->sender.exit_code() : 0;
}

// What is known only at the end.
void tell_the_rest(Runtime& runtime) {
  const Scope scope(0);
  if (!scope) return;
  scope.settle_write();
  runtime.reporter.tell_undecided();
  tell_ignores(runtime, scope.thread());
  tell_leaked_threads(runtime);
  const std::uint64_t given_up =
      runtime.lock_order.with([](auto& order) { return order.given_up(); });
  if (given_up > 0)
    runtime.reporter.tell_loss(
        Words(runtime.heap) << "searches for cycles in the order of locks, given up", given_up);
}

// The program has the last word. Some declare that as bool: only the last byte counts.
bool fails_in_the_end(const Runtime& runtime) {
  return (_ZN6__tsan10OnFinalizeEb(runtime.reporter.failed()) & 0xff) != 0;
}

// After the program's own destructors and exit handlers. libc has yet to write out what is
// buffered, so that must happen here if the process ends here.
[[gnu::destructor]] void at_exit() {
  Runtime* const found = runtime();
  if (found == nullptr) return;
  tell_the_rest(*found);
  finish_trace(*found);
  if (!fails_in_the_end(*found) || found->sender.exit_code() == 0) return;
  fflush(nullptr);
  end_failed(*found);
}

}  // namespace

// Told before the process ends because something was reported.
STEWARD_INTERPOSED void __sanitizer_set_death_callback(void (*callback)()) {
  set_death_callback(callback);
}

STEWARD_INTERPOSED void _exit(int code) {
  if (const Scope scope(STEWARD_CALLER); scope) {
    scope.settle_write();
    scope.state().reporter.tell_undecided();
  }
  if (Runtime* const found = runtime(); found != nullptr) finish_trace(*found);
  const int instead = code_of_failure();
  raw::exit_process(instead != 0 ? instead : code);
}
STEWARD_INTERPOSED void _Exit(int code) { _exit(code); }

STEWARD_SECOND_NAME(_exit);
STEWARD_SECOND_NAME(_Exit);
