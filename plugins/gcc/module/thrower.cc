// Part of each C++ program and library that was linked by `steward c++ --guard`: throws, as the
// runtime itself cannot, and begins threads, so that one that nobody catches for ends there.
#include <pthread.h>
#include <steward/data_race.h>

#include "search.h"

namespace steward_guard {
namespace {

void* run(void* (*routine)(void*), void* argument) {
  try {
    return routine(argument);
  } catch (const steward::data_race&) {
    return PTHREAD_CANCELED;
  }
}

void abort_because(Fate fate) {
  __steward_guard_tell(steward_way_abort, fate == Fate::must_not_pass ? steward_why_noexcept_way
                                                                      : steward_why_not_caught);
}

void throw_it(const steward_race& record) {
  const steward::data_race race(record);
  if (const auto handler = reinterpret_cast<steward::race_handler>(__steward_guard_handler()))
    handler(race);
  const Fate fate = search_handler(true, reinterpret_cast<const void*>(&run));
  if (fate == Fate::must_not_pass || fate == Fate::not_caught) abort_because(fate);
  __steward_guard_tell(fate == Fate::ends_thread ? steward_way_end_thread : steward_way_throw,
                       fate == Fate::ends_thread ? steward_why_not_caught : steward_why_policy);
  throw race;
}

// Nobody is to catch it: all that is done on the way are destructors.
void end_thread() {
  const Fate fate = search_handler(false, reinterpret_cast<const void*>(&run));
  if (fate == Fate::must_not_pass) abort_because(fate);
  __steward_guard_tell(steward_way_end_thread, steward_why_policy);
  pthread_exit(PTHREAD_CANCELED);
}

void refuse() {
  steward_race record;
  if (__steward_guard_refused(&record) == steward_way_end_thread) end_thread();
  else throw_it(record);
}

constexpr steward_guard_module kModule = {refuse, run};

// What the linker is told to look for.
extern "C" [[gnu::visibility("hidden"), gnu::used]] const char __steward_hook_thrower = 0;

[[gnu::constructor(102)]] void say_module() {
  if (__steward_guard_set_module != nullptr) __steward_guard_set_module(&kModule);
}

}  // namespace
}  // namespace steward_guard
