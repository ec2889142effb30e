#include "runtime/report/remark.h"

#include "runtime/platform/whose_code.h"

namespace steward {

using channel::Encoder;

void add_stack(Encoder& body, const Contexts& contexts, Heap& heap, std::uint64_t counter,
               ChainId calls) {
  Vector<std::uint64_t> counters(heap);
  // Return addresses point behind the call; a byte before it is inside.
  const auto add = [&](std::uint64_t at) {
    if (at != 0 && !is_own_code(at)) counters.push_back(at - 1);
  };
  add(counter);
  contexts.for_each(calls, [&](const Call& call) { add(call.counter); });
  body.stack(counters.span());
}

void Remark::stack(const Words& caption, std::uint64_t counter, ChainId calls) {
  places_.push_back({counter, calls});
  stacks_.text_of(caption.text().data(), caption.text().size());
  add_stack(stacks_, contexts_, threads_.heap(), counter, calls);
}

Encoder Remark::body() const {
  Encoder body(threads_.heap());
  body.text(kind_).text_of(message.text().data(), message.text().size());
  body.number(threads_.size());
  for (const ThreadId thread : threads_) body.number(thread.value());
  body.number(locks_.size());
  for (const LockId lock : locks_) body.number(lock.value());
  body.number(places_.size()).append(stacks_);
  return body;
}

}  // namespace steward
