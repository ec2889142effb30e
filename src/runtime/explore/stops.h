// Where a debugger stops a controlled execution.
#pragma once

extern "C" {
// Two threads stand at a race, by the numbers that the system has for them; the first goes first.
[[gnu::visibility("default")]] void steward_at_race(unsigned first, unsigned second);
// A thread gets an old value, which lies in memory for its load: so many bytes.
[[gnu::visibility("default")]] void steward_at_stale_read(const void* address, unsigned long size);
// No thread can ever go on, or there is no end in sight.
[[gnu::visibility("default")]] void steward_at_dead_end();
}
