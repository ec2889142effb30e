// A thread of the language: it has a stack and roots, and runs on one thread of the system after
// the other.
#pragma once

#include <cstdint>
#include <ucontext.h>

#include "managed/fail.h"
#include "managed/object.h"
#include "managed/stacks.h"
#include "managed/tell.h"
#include "managed/truth.h"

namespace managed {

class Runtime;

// What a thread does: `argument` is what spawn() was given.
using Body = void (*)(Thread& me, const Local<Object>& argument);

class Thread {
 public:
  Thread(Runtime& runtime, truth::ThreadNumber number, tell::Identity identity, Stack stack)
      : runtime(runtime),
        number(number),
        identity(identity),
        stack(stack),
        random(number * 0x9e3779b9U + 1) {
    roots = reinterpret_cast<Object**>(stack.begin);
    top = roots;
  }

  // The collectors' roots: the variables of this thread that refer to objects, in a stack of their
  // own below the other one.
  Object** push(Object* object) {
    if (top == roots + kMostRoots) fail("too many variables");
    *top = object;
    return top++;
  }
  void pop() { --top; }

  // From 0 up.
  std::uint32_t draw(std::uint32_t below) {
    random = random * 1664525U + 1013904223U;
    return static_cast<std::uint32_t>((std::uint64_t{random} * below) >> 32);
  }

  static constexpr std::size_t kMostRoots = 4096;

  Runtime& runtime;
  const truth::ThreadNumber number;
  const tell::Identity identity;
  const Stack stack;
  Object** roots;
  Object** top;
  Body body = nullptr;
  ucontext_t context = {};
  std::int32_t slice = 1;   // polls until it lets another one run
  Thread* next = nullptr;   // in the one queue that it waits in
  std::uint32_t depth = 0;  // of the monitor that it waits for
  std::uint32_t random;

  // Guarded by `ending`.
  SpinLock ending;
  bool ended = false;
  Thread* joiner = nullptr;
};

// Threads that wait, first come, first served. Guarded by whoever has it.
class ThreadQueue {
 public:
  void push(Thread* thread) {
    thread->next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = thread;
    last_ = thread;
  }
  Thread* pop() {
    Thread* const thread = first_;
    if (thread == nullptr) return nullptr;
    first_ = thread->next;
    if (first_ == nullptr) last_ = nullptr;
    return thread;
  }
  bool empty() const { return first_ == nullptr; }

 private:
  Thread* first_ = nullptr;
  Thread* last_ = nullptr;
};

}  // namespace managed
