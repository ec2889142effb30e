#include "runtime/explore/stepping.h"

#include <cstddef>
#include <signal.h>
#include <ucontext.h>

#include "runtime/platform/raw.h"
#include "runtime/platform/whose_code.h"

namespace steward {
namespace {

constexpr std::uint64_t kTrapFlag = 0x100;  // of the flags register
// The load is among so many instructions, or is not worth waiting for.
constexpr unsigned kMostSteps = 24;
constexpr unsigned kMostFrames = 32;

constinit thread_local unsigned steps_left = 0;
constinit thread_local NextStep leaves_by = NextStep::plain;
constinit thread_local std::uint64_t stepping_from = 0;

// What came after loads so far, by where they are: a step costs as much as a thousand instructions,
// so that who reads stale values in a loop would take a hundred times as long. Two places may share
// an entry: then both are followed for longer. One thread at a time is here.
struct Place {
  std::uint64_t counter = 0;
  unsigned followed = 0;  // so often
  unsigned returns = 0;   // so often, lately, the next call was one of ours
};
constexpr unsigned kEnoughReturns = 4, kEnough = 16;
constexpr std::size_t kPlaces = 1024;
constinit Place places[kPlaces] = {};

Place& place_of(std::uint64_t counter) {
  Place& place = places[counter * 0x9e37'79b9'7f4a'7c15 >> 54];
  if (place.counter != counter) place = {counter, 0, 0};
  return place;
}
static_assert(kPlaces == std::uint64_t{1} << (64 - 54));

// Whether that is code of this library, perhaps behind a stub of the loader's: an indirect jump.
bool leads_to_us(std::uint64_t counter) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(counter);
  constexpr std::uint8_t kEndBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (__builtin_memcmp(code, kEndBranch, sizeof kEndBranch) == 0) code += sizeof kEndBranch;
  if (*code == 0xf2) ++code;
  if (code[0] == 0xff && code[1] == 0x25) {
    std::int32_t distance;
    __builtin_memcpy(&distance, code + 2, sizeof distance);
    __builtin_memcpy(&counter, code + 6 + distance, sizeof counter);
  }
  return is_own_code(counter);
}

// Returns that lead to steward_step first, by where they lie. A handler of a signal may run before
// one of them, and begin another; or jump away over it, so that it never comes.
struct Return {
  const std::uint64_t* slot;
  std::uint64_t counter;
};
constexpr std::size_t kMostReturns = 8;
constinit thread_local Return returns[kMostReturns] = {};

Return* return_at(const std::uint64_t* slot) {
  for (Return& one : returns)
    if (one.slot == slot) return &one;
  return nullptr;
}

// Where a caller of ours that was called from `counter` keeps that. All of them have frames.
std::uint64_t* slot_of(std::uint64_t counter, const ThreadState& t) {
  auto* frame = static_cast<std::uint64_t*>(__builtin_frame_address(0));
  for (unsigned i = 0; i < kMostFrames; ++i) {
    if (frame[1] == counter) return frame + 1;
    auto* const next = reinterpret_cast<std::uint64_t*>(frame[0]);
    if (next <= frame || !t.stack.contains(Address(frame[0]))) return nullptr;
    frame = next;
  }
  return nullptr;
}

// A debugger takes each step for its own.
bool is_traced() {
  char text[4096] = {};
  const int file = raw::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  raw::read(file, text, sizeof text - 1);
  raw::close(file);
  const char* const at = __builtin_strstr(text, "TracerPid:\t");
  return at == nullptr || at[__builtin_strlen("TracerPid:\t")] != '0';
}

bool is_blocked(int signal) {
  std::uint64_t mask = 0;
  raw::call(SYS_rt_sigprocmask, SIG_BLOCK, 0, reinterpret_cast<long>(&mask), sizeof mask);
  return (mask >> (signal - 1) & 1) != 0;
}

struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  std::uint64_t mask;
};

extern "C" void steward_step();
extern "C" void steward_end_handler();

KernelAction present_action() {
  KernelAction action = {};
  raw::call(SYS_rt_sigaction, SIGTRAP, 0, reinterpret_cast<long>(&action), sizeof action.mask);
  return action;
}
void set_handler(void (*handler)(int, siginfo_t*, void*)) {
  constexpr unsigned long kRestorer = 0x04000000;
  const KernelAction action{handler, SA_SIGINFO | SA_ONSTACK | kRestorer, steward_end_handler, 0};
  raw::call(SYS_rt_sigaction, SIGTRAP, reinterpret_cast<long>(&action), 0, sizeof action.mask);
}

void stepped(int, siginfo_t* info, void* context) {
  ThreadState* const t = current_thread;
  if (t == nullptr || info->si_code != TRAP_TRACE) {
    // None of ours: it is what it would be without us, as soon as we return.
    set_handler(nullptr);
    raw::call(SYS_tgkill, raw::process(), raw::call(SYS_gettid), SIGTRAP);
    return;
  }
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (t->unsettled && leaves_by == NextStep::plain && steps_left > 0) {
    --steps_left;
    const NextStep next = next_step(reinterpret_cast<const std::uint8_t*>(registers[REG_RIP]));
    // The load may be part of a call.
    leaves_by = next;
    if (next != NextStep::calls_system) return;
  }
  Place& place = place_of(stepping_from);
  // Who calls nobody for so long is in a loop of its own; who returns is back in the program's
  // code, most often.
  const bool returns = leaves_by == NextStep::calls
                           ? leads_to_us(static_cast<std::uint64_t>(registers[REG_RIP]))
                           : leaves_by != NextStep::calls_system;
  place.returns = returns ? place.returns + 1 : 0;
  const Busy settles(*t);
  registers[REG_EFL] &= ~static_cast<greg_t>(kTrapFlag);
}

// Whether the signal is ours, at the moment.
bool is_ready() {
  static constinit bool tried = false;
  if (!tried) {
    tried = true;
    if (present_action().handler == nullptr && !is_traced()) set_handler(stepped);
  }
  return present_action().handler == stepped && !is_blocked(SIGTRAP);
}

}  // namespace

// Where the callback has returned to instead: the way on, for whoever comes from that slot.
extern "C" [[gnu::used]] std::uint64_t steward_step_target(const std::uint64_t* slot) {
  Return& mine = *return_at(slot);
  mine.slot = nullptr;
  steps_left = kMostSteps;
  leaves_by = NextStep::plain;
  stepping_from = mine.counter;
  return mine.counter;
}

// All registers but those of results are the callback's to change.
asm(R"(
  .text
  .type steward_step, @function
steward_step:
  sub $8, %rsp
  mov %rsp, %rdi
  push %rax
  push %rdx
  sub $8, %rsp
  call steward_step_target
  add $8, %rsp
  mov %rax, 16(%rsp)
  pop %rdx
  pop %rax
  pushf
  orl $0x100, (%rsp)
  popf
  ret
  .size steward_step, . - steward_step
  .type steward_end_handler, @function
steward_end_handler:
  mov $15, %eax
  syscall
  .size steward_end_handler, . - steward_end_handler
)");

void settle_after_load(const ThreadState& t, std::uint64_t counter) {
  Place& place = place_of(counter);
  if (place.returns >= kEnoughReturns || place.followed >= kEnough || !is_ready()) return;
  ++place.followed;
  std::uint64_t* const slot = slot_of(counter, t);
  Return* const free = return_at(nullptr);
  if (slot == nullptr || free == nullptr) return;
  *free = {slot, counter};
  *slot = reinterpret_cast<std::uint64_t>(&steward_step);
}

NextStep next_step(const std::uint8_t* code) {
  const auto is_prefix = [](std::uint8_t byte) {
    switch (byte) {
      case 0x26:
      case 0x2e:
      case 0x36:
      case 0x3e:
      case 0x64:
      case 0x65:  // segments
      case 0x66:
      case 0x67:
      case 0xf0:
      case 0xf2:
      case 0xf3: return true;
      default: return byte >> 4 == 4;  // of 64 bits
    }
  };
  while (is_prefix(*code)) ++code;
  switch (code[0]) {
    case 0xe9: {  // a jump: if it is far, it may lead to another function
      constexpr std::int32_t kNear = 4096;
      std::int32_t distance;
      __builtin_memcpy(&distance, code + 1, sizeof distance);
      return distance > -kNear && distance < kNear ? NextStep::plain : NextStep::calls;
    }
    case 0xe8: return NextStep::calls;
    case 0xc2:
    case 0xc3: return NextStep::returns;
    case 0xff: {
      const unsigned operation = code[1] >> 3 & 7;
      return operation >= 2 && operation <= 5 ? NextStep::calls : NextStep::plain;
    }
    case 0x0f: return code[1] == 0x05 ? NextStep::calls_system : NextStep::plain;
    default: return NextStep::plain;
  }
}

}  // namespace steward
