// The names that the program gives its threads, for reports.
#include <pthread.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_setname_np);
STEWARD_REAL(prctl);

void named(const Scope& scope, ThreadId thread, const char* name) {
  channel::Encoder body(scope.state().heap);
  body.number(thread.value()).text(name);
  scope.state().sender.send(channel::Kind::name, body);
}

}  // namespace

STEWARD_INTERPOSED int pthread_setname_np(pthread_t handle, const char* name) {
  const int result = real_pthread_setname_np(handle, name);
  if (result != 0) return result;
  if (const Scope scope(STEWARD_CALLER); scope)
    if (const auto thread = scope.state().threads.find(handle)) named(scope, *thread, name);
  return result;
}
STEWARD_INTERPOSED int prctl(int option, ...) {
  va_list rest;
  va_start(rest, option);
  unsigned long a[4];
  for (unsigned long& argument : a) argument = va_arg(rest, unsigned long);
  va_end(rest);
  const int result = real_prctl(option, a[0], a[1], a[2], a[3]);
  if (result != 0 || option != PR_SET_NAME) return result;
  if (const Scope scope(STEWARD_CALLER); scope) {
    char name[16] = {};  // longer ones are cut off
    const auto* const given = reinterpret_cast<const char*>(a[0]);
    for (std::size_t i = 0; i + 1 < sizeof name && given[i] != 0; ++i) name[i] = given[i];
    named(scope, scope.thread().id, name);
  }
  return result;
}
