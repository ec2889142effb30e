// The end of the process.
#pragma once

namespace steward {

class Runtime;

// Nothing that the program does from now on is to be written down.
void finish_trace(Runtime& runtime);

// The program's, before the process ends because something was reported; null: none.
void set_death_callback(void (*callback)());
// Ends the process with the code that says so: nothing more of the program runs but that.
[[noreturn]] void end_failed(Runtime& runtime);
// Ends it as if nothing were wrong, though the program has more to do: nobody waits for that.
[[noreturn]] void end_quietly(Runtime& runtime);

// Ends the process in the state it is in: by SIGABRT, so that a core shows where, but without any
// of the program's code, which could go on as if nothing had been.
[[noreturn]] void abort_process(Runtime& runtime);

// For the handler of the program that another thread sets up in this very moment.
bool is_aborting();
[[noreturn]] void end_by_signal();

}  // namespace steward
