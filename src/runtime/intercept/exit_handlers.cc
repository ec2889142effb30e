// Functions that run at the end of the process: after whoever registered them, in whatever thread
// calls exit.
#include <cstdint>

#include "runtime/control/events.h"
#include "runtime/intercept/malloc_events.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

namespace {

// Never given back: the process ends, or its module goes.
struct Registered {
  void (*function)(void*);
  void (*function_with_status)(int, void*);
  void* argument;
};

// Handlers of a quick exit get no argument: they are ordered all at once, by whoever calls it.
MessageId quick_exit_message() { return message_at(nullptr, MessageUse::exit); }

MessageId message_of(const Registered* handler) { return message_at(handler, MessageUse::exit); }

Registered* keep(const Registered& handler, std::uint64_t counter) {
  const Scope scope(counter);
  if (!scope) return nullptr;
  auto* const kept = static_cast<Registered*>(__libc_malloc(sizeof(Registered)));
  if (kept == nullptr) return nullptr;
  *kept = handler;
  scope.send(message_of(kept));
  return kept;
}
void order(const Registered* handler) {
  if (const Scope scope(0); scope) scope.receive(message_of(handler));
}
void run(void* handler) {
  const auto* const kept = static_cast<const Registered*>(handler);
  order(kept);
  kept->function(kept->argument);
}
void run_with_status(int status, void* handler) {
  const auto* const kept = static_cast<const Registered*>(handler);
  order(kept);
  kept->function_with_status(status, kept->argument);
}

}  // namespace

STEWARD_FAMILY(int, __cxa_atexit, (void (*function)(void*), void* argument, void* module)) {
  Registered* const kept = keep({function, nullptr, argument},
                                reinterpret_cast<std::uint64_t>(__builtin_return_address(0)));
  return kept == nullptr ? real___cxa_atexit(function, argument, module)
                         : real___cxa_atexit(run, kept, module);
}
STEWARD_FAMILY(int, on_exit, (void (*function)(int, void*), void* argument)) {
  Registered* const kept = keep({nullptr, function, argument},
                                reinterpret_cast<std::uint64_t>(__builtin_return_address(0)));
  return kept == nullptr ? real_on_exit(function, argument) : real_on_exit(run_with_status, kept);
}

// Programs have it linked in; those that were linked with the compilers' libraries expect it there.
// Whose module it is for is not said: it runs at the end of the process.
STEWARD_INTERPOSED int atexit(void (*function)()) {
  const auto call = [](void* f) { reinterpret_cast<void (*)()>(f)(); };
  void* const argument = reinterpret_cast<void*>(function);
  Registered* const kept =
      keep({call, nullptr, argument}, reinterpret_cast<std::uint64_t>(__builtin_return_address(0)));
  return kept == nullptr ? real___cxa_atexit(call, argument, nullptr)
                         : real___cxa_atexit(run, kept, nullptr);
}

STEWARD_FAMILY(int, __cxa_at_quick_exit, (void (*function)(void*), void* module)) {
  if (const Scope scope(reinterpret_cast<std::uint64_t>(__builtin_return_address(0))); scope)
    scope.send(quick_exit_message());
  return real___cxa_at_quick_exit(function, module);
}
namespace {

// libc ends the process from inside quick_exit, after all handlers: the one that was there first is
// the last.
constinit std::atomic<int> quick_exit_code = 0;
void end_quickly(void*) {
  if (runtime() != nullptr) _exit(quick_exit_code.load(std::memory_order_relaxed));
}
[[gnu::constructor(104)]] void be_the_last() { real___cxa_at_quick_exit(end_quickly, nullptr); }

}  // namespace

STEWARD_FAMILY(void, quick_exit, (int code)) {
  quick_exit_code.store(code, std::memory_order_relaxed);
  if (const Scope scope(0); scope) scope.receive(quick_exit_message());
  real_quick_exit(code);
}

STEWARD_SECOND_NAME(atexit);
