#include "runtime/intercept/memory_family.h"

#include "runtime/control/events.h"
#include "runtime/intercept/memory_plain.h"
#include "runtime/platform/whose_code.h"

extern "C" {
// Where STEWARD_FAMILY has left what is to be looked up.
[[gnu::visibility("hidden")]] extern void (*const __start_steward_lookups[])();
[[gnu::visibility("hidden")]] extern void (*const __stop_steward_lookups[])();
}

namespace steward {

constinit bool families_ready = false;

namespace {

[[gnu::constructor(101)]] void look_up() {
  for (auto lookup = __start_steward_lookups; lookup != __stop_steward_lookups; ++lookup)
    (*lookup)();
  families_ready = true;
}

}  // namespace

bool Touch::ours() const { return is_own_code(counter_); }
bool Touch::heard() const {
  Runtime* const found = runtime();
  return found != nullptr && found->several_threads.load(std::memory_order_relaxed) && !ours();
}
const Touch& Touch::read(const void* begin, std::size_t size) const {
  if (!heard()) return *this;
  if (const Scope scope(counter_); scope) scope.read(begin, size);
  return *this;
}
const Touch& Touch::write(const void* begin, std::size_t size) const {
  if (!heard()) return *this;
  if (const Scope scope(counter_); scope) scope.write(begin, size);
  return *this;
}
const Touch& Touch::wrote(const void* begin, std::size_t size) const {
  if (!heard()) return *this;
  if (const Scope scope(counter_); scope) scope.wrote(begin, size);
  return *this;
}
CopyTouch::CopyTouch(const void* counter, void* to, const void* from, std::size_t size) {
  const Touch touch(counter);
  if (!touch.heard()) return;
  touch.write(to, size);
  const Scope scope(touch.counter());
  if (!scope) return;
  scope.thread().takes_stale = !is_system_code(touch.counter());
  scope.read(from, size);
  scope.thread().takes_stale = false;
}
CopyTouch::~CopyTouch() {
  if (current_thread != nullptr && current_thread->unsettled) const Busy settles(*current_thread);
}
const Touch& Touch::wrote_text(const char* text) const {
  return text == nullptr || !heard() ? *this : wrote(text, plain::length(text) + 1);
}

}  // namespace steward
