// The end of the process: one that has raced ends with the code that says so, whatever it wanted;
// unless that code is 0, which leaves the program its own, as with ThreadSanitizer.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "channel/encoder.h"
#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// The code to end with, or 0 if it is up to the program.
int code_of_failure() {
  Runtime* const found = runtime();
  return found != nullptr && found->reporter.failed() ? found->sender.exit_code() : 0;
}

// Nothing of the program runs any more.
void finish() {
#ifdef STEWARD_RECORDS
  if (Runtime* const found = runtime(); found != nullptr) found->detector.finish();
#endif
}

// After the program's own destructors and exit handlers. libc has yet to write out what is
// buffered, so that must happen here if the process ends here.
[[gnu::destructor]] void at_exit() {
  finish();
  const int code = code_of_failure();
  if (code == 0) return;
  fflush(nullptr);
  raw::exit_process(code);
}

}  // namespace

STEWARD_INTERPOSED void _exit(int code) {
  finish();
  const int instead = code_of_failure();
  raw::exit_process(instead != 0 ? instead : code);
}
STEWARD_INTERPOSED void _Exit(int code) { _exit(code); }
