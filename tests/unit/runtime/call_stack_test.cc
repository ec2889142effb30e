#include "runtime/state/call_stack.h"

#include <csignal>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

#include "unit/operations.h"

namespace steward {
namespace {

// Calls as one would write them down.
struct Model {
  struct Entry {
    std::uint64_t counter, frame;
    channel::Channels receives;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> calls;

  void leave_up_to(std::uint64_t frame) {
    while (!calls.empty() && calls.back().frame <= frame) calls.pop_back();
  }
  void enter(std::uint64_t counter, std::uint64_t frame, channel::Channels receives) {
    leave_up_to(frame);
    calls.push_back({counter, frame, receives | (calls.empty() ? 0 : calls.back().receives)});
  }
};

struct Pair {
  Heap heap;
  Contexts contexts{heap};
  CallStack calls{heap, contexts};
  Model model;

  void enter(std::uint64_t counter, std::uint64_t frame, channel::Channels receives = 0) {
    if (!calls.enter_known(counter, frame, receives)) calls.enter(counter, frame, receives);
    model.enter(counter, frame, receives);
  }
  void leave() {
    calls.leave();
    if (!model.calls.empty()) model.calls.pop_back();
  }
  std::vector<Model::Entry> known() const {
    std::vector<Model::Entry> found;
    calls.for_each([&](std::uint64_t counter, std::uint64_t frame, channel::Channels receives) {
      found.push_back({counter, frame, receives});
    });
    return found;
  }
  // By the context, too: it is what reports show.
  bool agree() const {
    std::vector<std::uint64_t> counters;
    contexts.for_each(calls.context(), [&](const Call& call) { counters.push_back(call.counter); });
    if (counters.size() != model.calls.size()) return false;
    for (std::size_t i = 0; i < counters.size(); ++i)
      if (counters[i] != model.calls[counters.size() - 1 - i].counter) return false;
    return known() == model.calls && calls.depth() == model.calls.size();
  }
};

constexpr std::uint64_t kTopFrame = 1 << 20;

std::uint64_t next_frame(const Pair& both, std::uint64_t below) {
  return (both.model.calls.empty() ? kTopFrame : both.model.calls.back().frame) - below;
}
void do_something(Pair& both, Draw draw) {
  switch (draw.below(8)) {
    case 0: {  // a jump out of some functions, noticed by the next one that is called
      const std::size_t depth = draw.below(both.model.calls.size() + 1);
      const std::uint64_t frame =
          depth == 0 ? kTopFrame - 1 : both.model.calls[depth - 1].frame - 1;
      both.enter(1 + draw.below(5), frame);
      break;
    }
    case 1:
    case 2:
    case 3: both.leave(); break;
    default:
      both.enter(1 + draw.below(5), next_frame(both, 16 + draw.below(3) * 16),
                 draw.below(9) == 0 ? 1u << draw.below(4) : 0);
  }
}

RC_GTEST_PROP(CallStack, IsThatOfAPlainList, ()) {
  Pair both;
  perform_random_operations(1, [&](Draw draw) {
    do_something(both, draw);
    RC_ASSERT(both.agree());
    if (draw.below(8) != 0) return;
    // A handler that does as it likes, and may even leave more than it has entered.
    const Model before = both.model;
    {
      const CallStack::Interruption interruption(both.calls);
      for (std::uint64_t i = draw.below(200); i > 0; --i)
        both.enter(100 + draw.below(5), next_frame(both, 16));
      for (std::uint64_t i = draw.below(300); i > 0; --i) both.calls.leave();
    }
    both.model = before;
    RC_ASSERT(both.agree());
  });
}

TEST(CallStack, OfAnotherStackIsPutAsideAndBack) {
  Pair both;
  for (std::uint64_t i = 0; i < 1000; ++i) both.enter(1 + i, kTopFrame - 16 * i);
  CallArray aside = both.calls.take();
  EXPECT_EQ(both.calls.depth(), 0u);
  EXPECT_EQ(both.calls.leave(), 0u);
  both.calls.enter(7, kTopFrame * 2);
  both.calls.put(std::move(aside));
  EXPECT_TRUE(both.agree());
}

#ifdef __x86_64__

// A handler at every single instruction of what it may interrupt.
CallStack* interrupted = nullptr;
long interruptions = 0;

void make_calls(int) {
  ++interruptions;
  const CallStack::Interruption interruption(*interrupted);
  // As deep as the arrays have to grow for.
  for (std::uint64_t i = 1; i <= 80; ++i) {
    const std::uint64_t frame = kTopFrame / 4 - i * 16;
    if (!interrupted->enter_known(1000 + i % 3, frame)) interrupted->enter(1000 + i % 3, frame);
  }
  for (int i = 0; i < 50; ++i) interrupted->leave();
}
[[gnu::always_inline]] inline void step(bool on) {
  if (on) __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
  else __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
}

TEST(CallStack, IsInterruptedAnywhere) {
  Pair both;
  interrupted = &both.calls;
  struct sigaction action = {}, before = {};
  action.sa_handler = make_calls;
  ASSERT_EQ(sigaction(SIGTRAP, &action, &before), 0);
  for (std::uint64_t round = 0; round < 3; ++round) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      const std::uint64_t counter = 1 + i % 7, frame = kTopFrame - i * 16 - (i == 50 ? 32 : 0);
      step(true);
      const bool done = both.calls.enter_known(counter, frame);
      step(false);
      if (!done) both.calls.enter(counter, frame);
      both.model.enter(counter, frame, 0);
      ASSERT_TRUE(both.agree()) << round << ' ' << i;
    }
    for (int i = 0; i < 60; ++i) {
      step(true);
      both.calls.leave();
      step(false);
      both.model.calls.pop_back();
      ASSERT_TRUE(both.agree()) << round << ' ' << i;
    }
  }
  sigaction(SIGTRAP, &before, nullptr);
  EXPECT_GT(interruptions, 1000);
}

#endif

}  // namespace
}  // namespace steward
