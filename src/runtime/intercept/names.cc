// The names that the program gives its threads, for reports.
#include <pthread.h>

#include "runtime/control/events.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

STEWARD_REAL(pthread_setname_np);

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
