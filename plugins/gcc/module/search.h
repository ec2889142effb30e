// Where an exception would get to, without throwing it.
#pragma once

namespace steward_guard {

enum class Fate {
  caught,
  ends_thread,   // caught by who began the thread
  not_caught,    // nobody catches it
  must_not_pass  // there is a function on the way that lets nothing pass
};

// What would become of an exception of data_race thrown by the caller, to be caught by who catches
// it, or by nobody but who began the thread.
Fate search_handler(bool may_be_caught, const void* thread_beginning);

}  // namespace steward_guard
