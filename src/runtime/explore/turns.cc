// One thread at a time goes on.
#include "runtime/turns/turns.h"

#include <utility>

#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/intercept/memory_plain.h"
#include "runtime/platform/raw.h"

extern "C" {
extern const steward::StandIn __start_steward_stand_ins[];
extern const steward::StandIn __stop_steward_stand_ins[];
}

namespace steward {
namespace {

// libc's own is ours, and may be what is looked for.
bool is_same(const char* a, const char* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return *a == *b;
}

}  // namespace

void begin_turns(ThreadState& main) {
  if (the_controller != nullptr) the_controller->begin(main);
}
void before_creation(std::uint64_t counter) {
  const Turn turn;
  if (!turn) return;
  turn.seat().thread->counter = counter;
  turn.pass(operation_on(OperationKind::create, nullptr, 0));
}
// The new thread may be faster than its maker.
void after_creation(std::uint64_t counter) { before_creation(counter); }
void expect_thread(ThreadState& made, std::uint64_t counter) {
  if (the_controller != nullptr) the_controller->expect(made, counter);
}
void expect_no_more(ThreadState& made) {
  if (the_controller != nullptr) the_controller->expect_no_more(made);
}
void await_first_turn(ThreadState& t) {
  if (the_controller != nullptr) the_controller->await_first_turn(t);
}
void join_turns(ThreadState& adopted) {
  if (the_controller != nullptr) the_controller->join(adopted);
}
void end_turns(ThreadId t) {
  if (the_controller != nullptr) the_controller->end(t);
}
void pass_turns_on(ThreadState& from, ThreadState& to) {
  if (from.seat == nullptr) return;
  to.seat = std::exchange(from.seat, nullptr);
  to.seat->thread = &to;
}
bool interrupt_call(ThreadState& t) {
  if (the_controller == nullptr || t.seat == nullptr || t.seat->wait != &t.seat->away) return false;
  the_controller->come_back(*t.seat);
  return true;
}
void resume_call(ThreadState& t) {
  if (the_controller != nullptr)
    the_controller->leave(*t.seat, operation_on(OperationKind::outside, nullptr, 0),
                          t.seat->counter);
}
void await_change(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  const Turn turn;
  if (!turn) return raw::wait(word, value, 1000);
  Wait wait;
  wait.over = [](const Wait& w) {
    return static_cast<const std::atomic<std::uint32_t>*>(w.object)->load() != w.value;
  };
  wait.object = &word;
  wait.value = value;
  wait.what = "others";
  turn.await(operation_on(OperationKind::wait, &word, sizeof word), wait);
}
void settle_memory(ThreadState& t) {
  t.unsettled = false;
  // Whoever was given up for lost has nothing there any more.
  if (the_controller != nullptr && the_controller->has_turn(*t.seat))
    the_scene().adversary().take_back();
}
void clean_block(void* block, std::size_t size) {
  if (the_controller == nullptr) return;
  const AddressRange range{Address(reinterpret_cast<std::uint64_t>(block)), size};
  if (the_scene().adversary().tracks(range)) plain::fill(block, 0, size);
}

void* stand_in_for(const char* name) {
  for (const StandIn* at = __start_steward_stand_ins; at != __stop_steward_stand_ins; ++at)
    if (is_same(at->name, name)) return at->function();
  return nullptr;
}

}  // namespace steward
