// The end of the process: one that has raced ends with the code that says so, whatever it wanted.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "channel/encoder.h"
#include "runtime/control/events.h"
#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// The code to end with, if the process has failed.
int code_instead_of(int code) {
  Runtime* const found = runtime();
  return found != nullptr && found->reporter.failed() ? found->sender.exit_code() : code;
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
  Runtime* const found = runtime();
  if (found == nullptr || !found->reporter.failed()) return;
  fflush(nullptr);
  raw::exit_process(found->sender.exit_code());
}

}  // namespace

STEWARD_INTERPOSED void _exit(int code) {
  finish();
  raw::exit_process(code_instead_of(code));
}
STEWARD_INTERPOSED void _Exit(int code) { _exit(code); }
