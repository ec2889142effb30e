// Goldilocksets, evaluated lazily: which threads may access a location now, and which tokens
// (locks, stores, messages) make their next receiver one that may.
//
// The set of a location starts as {t} with t's access. Then each synchronization event changes it:
//   source(t, o)   t passes on what it knows: if t is in the set, o is too      (paper, rule 1)
//   sink(t, o)     t gets to know it: if o is in the set, t is too              (rule 2)
//   relay(o, p)    token p carries on what o carries: if o is in, p is too
// Events go to one list; a set is brought up to date only when somebody asks (paper §4.1).
//
// Beyond the paper: all accesses a thread makes between two of its sources have the same set, now
// and for ever; they are one segment, and an epoch names it: the thread's slot and how many sources
// came before. A later segment's set is a subset of an earlier one's of the same slot: all three
// rules keep that. So the sets of a slot's segments are kept together, as a Chain: for each thread
// and token the newest segment whose set has it. An event then costs as much as there are slots,
// however many segments there are, and when the list gets long, bringing all chains up to date (the
// paper's partially eager evaluation) lets all of it go.
//
// Thread safety: none. The detector keeps this in a Shared: appending an event is then atomic with
// the synchronization it stands for if the caller appends a source before and a sink after the real
// operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/detect/goldilocks_levels.h"
#include "core/detect/goldilocks_token.h"
#include "core/event/types.h"

namespace steward {

struct GoldilocksOptions {
  bool short_circuits = true;     // see goldilocks_order.h
  std::size_t sweep_every = 256;  // events in the list; more if there are more threads
};

template <class Policy>
class Goldilocksets {
 public:
  using Token = GoldilocksToken<Policy>;

  Goldilocksets(Heap& heap, GoldilocksOptions options)
      : heap_(heap), options_(options), list_(heap), chains_(heap), tokens_(heap), free_(heap) {}
  Goldilocksets(const Goldilocksets&) = delete;
  Goldilocksets& operator=(const Goldilocksets&) = delete;
  ~Goldilocksets() {
    for (Chain* chain : chains_) heap_.destroy(chain);
    chains_.clear();
    free_dropped_tokens();
  }

  // The segments of a slot begin with that one. A slot serves a next thread only if the last one's
  // end is ordered before its start; then "in the set" means the same for both.
  void begin(ThreadId thread, Epoch first) {
    const std::uint32_t slot = first.slot().value();
    if (slot < chains_.size()) {
      chains_[slot]->thread = thread;
      return;
    }
    STEWARD_CHECK(slot == chains_.size());
    Chain* const chain = heap_.create<Chain>(heap_);
    chain->thread = thread;
    chain->newest = first.time();
    chain->position = end();
    chains_.push_back(chain);
  }

  // `final`: there will be one source or several relays, before anybody sinks it.
  Token make_token(TokenName name, bool final) {
    auto number = static_cast<std::uint32_t>(tokens_.size());
    if (free_.empty()) {
      tokens_.emplace_back();
    } else {
      number = free_.back();
      free_.pop_back();
    }
    tokens_[number] =
        heap_.create<typename Token::Body>(number, ++newest_serial_, name, final, dropped_);
    return Token(tokens_[number]);
  }

  // --- The list. A source begins a new segment of its thread's.
  void source(Slot thread, const Token& token) {
    append({Step::source, thread.value(), token.number()});
  }
  void sink(Slot thread, const Token& token) {
    append({Step::sink, thread.value(), token.number()});
  }
  void relay(const Token& from, const Token& to) {
    append({Step::relay, from.number(), to.number()});
  }

  // The newest segment of `owner` whose set has `thread`, as far as the first events tell that make
  // it `wanted`: that one's thread may be asked about, thread ∈ GLS, by newest >= wanted. 0: none.
  Time newest_with(Slot owner, Slot thread, Time wanted) {
    Chain& chain = *chains_[owner.value()];
    while (chain.threads.get(thread.value()) < wanted && chain.position < end())
      advance(chain, owner);
    return chain.threads.get(thread.value());
  }
  // Lets `thread` access all up to that segment, for a reason that is in no list.
  void admit(Slot thread, Epoch last) {
    Chain& chain = up_to_date(last.slot());
    chain.threads.raise(thread.value(), last.time());
  }
  // The whole set, for people: on_thread(ThreadId), on_token(TokenName).
  template <class OnThread, class OnToken>
  void show(Epoch segment, OnThread&& on_thread, OnToken&& on_token) {
    const Chain& chain = up_to_date(segment.slot());
    on_thread(chain.thread);
    chain.threads.for_each(segment.time(), [&](std::uint32_t slot) {
      if (slot != segment.slot().value()) on_thread(chains_[slot]->thread);
    });
    chain.tokens.for_each(segment.time(), [&](std::uint32_t token) {
      const typename Token::Body& body = *tokens_[token];
      if (!body.is_dropped.load(std::memory_order_relaxed)) on_token(body.name);
    });
  }

  // For tests of reclaiming.
  std::size_t list_length() const { return list_.size(); }
  std::size_t token_count() const { return tokens_.size() - free_.size(); }
  std::size_t slot_count() const { return chains_.size(); }

 private:
  enum class Step : std::uint32_t { source, sink, relay };
  struct ListEvent {
    Step step;
    std::uint32_t actor;  // the thread, or the token relayed from
    std::uint32_t token;
  };

  // The sets of all segments of a slot. A thread or token of level n is in those of the segments up
  // to number n. Its own thread is in all of them.
  struct Chain {
    explicit Chain(Heap& heap) : threads(heap), tokens(heap) {}
    GoldilocksLevels threads;
    GoldilocksLevels tokens;
    ThreadId thread;             // who has the slot
    Time newest = 0;             // segment, at `position`
    std::uint64_t position = 0;  // events before this are in the sets
  };

  std::uint64_t end() const { return first_ + list_.size(); }

  void append(ListEvent event) {
    list_.push_back(event);
    // A sweep looks at every slot: not more often than there are events to pay for that.
    const std::size_t limit =
        options_.sweep_every > chains_.size() ? options_.sweep_every : chains_.size();
    if (list_.size() >= limit) sweep();
  }
  static void apply(Chain& chain, Slot owner, const ListEvent& event) {
    const bool own = event.step != Step::relay && event.actor == owner.value();
    switch (event.step) {
      case Step::source:
        if (own) return raise(chain.tokens, event.token, chain.newest++);
        return raise(chain.tokens, event.token, chain.threads.get(event.actor));
      case Step::sink:
        if (own) return;
        return raise(chain.threads, event.actor, chain.tokens.get(event.token));
      case Step::relay: return raise(chain.tokens, event.token, chain.tokens.get(event.actor));
    }
  }
  static void raise(GoldilocksLevels& levels, std::uint32_t i, std::uint64_t to) {
    if (to != 0) levels.raise(i, to);
  }
  void advance(Chain& chain, Slot owner) { apply(chain, owner, list_[chain.position++ - first_]); }
  Chain& up_to_date(Slot owner) {
    Chain& chain = *chains_[owner.value()];
    while (chain.position < end()) advance(chain, owner);
    return chain;
  }

  // Brings every chain up to date, and empties the list.
  void sweep() {
    for (std::uint32_t slot = 0; slot < chains_.size(); ++slot) up_to_date(Slot(slot));
    first_ = end();
    list_.clear();
    free_dropped_tokens();
  }
  // REQUIRES: the list is empty, so that only sets can still name them; or nobody asks any more.
  void free_dropped_tokens() {
    for (typename Token::Body* body = dropped_.take_all(); body != nullptr;) {
      typename Token::Body* const next = body->next;
      for (Chain* chain : chains_) chain->tokens.erase(body->number);
      tokens_[body->number] = nullptr;
      free_.push_back(body->number);
      heap_.destroy(body);
      body = next;
    }
  }

  Heap& heap_;
  const GoldilocksOptions options_;
  Vector<ListEvent> list_;
  std::uint64_t first_ = 0;               // the position of list_[0]
  Vector<Chain*> chains_;                 // by slot
  Vector<typename Token::Body*> tokens_;  // by number
  Vector<std::uint32_t> free_;            // numbers
  typename Token::Dropped dropped_;
  std::uint64_t newest_serial_ = 0;
};

}  // namespace steward
