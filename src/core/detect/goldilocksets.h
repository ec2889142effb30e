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
// and for ever; they are one Segment. A later segment's set is a subset of an earlier one's of the
// same thread: all three rules keep that. So the sets of a thread's segments are kept together, as
// a Chain: for each thread and token the newest segment whose set has it. An event then costs as
// much as there are threads, however many segments there are, and when the list gets long, bringing
// all chains up to date (the paper's partially eager evaluation) lets all of it go.
//
// Thread safety: none, but for Segment's counter. The detector keeps this in a Shared: appending an
// event is then atomic with the synchronization it stands for if the caller appends a source before
// and a sink after the real operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/detect/goldilocks_levels.h"
#include "core/event/types.h"

namespace steward {

struct GoldilocksOptions {
  bool short_circuits = true;
  bool direct_transfer = true;
  std::size_t sweep_every = 256;  // events in the list; more if there are more threads
};

template <class Policy>
class Goldilocksets {
 public:
  // A token's number; numbers of tokens that nobody refers to are used again. 0 is no token.
  using Token = std::uint32_t;

  // What a token stands for, to show sets to people.
  enum class TokenKind : std::uint8_t { lock, lock_shared, message, store, fence, thread };
  struct TokenName {
    TokenKind kind;
    std::uint64_t id;
  };

  // Counted: when nobody refers to a chain's segments any more, its sets go too.
  class Segment {
   public:
    Segment(Slot owner, std::uint64_t number) : owner_(owner), number_(number) {}

   private:
    friend class Goldilocksets;
    typename Policy::Counter references_;
    Slot owner_;
    std::uint64_t number_;  // later ones have larger numbers
  };

  Goldilocksets(Heap& heap, GoldilocksOptions options)
      : heap_(heap),
        options_(options),
        list_(heap),
        chains_(heap),
        threads_(heap),
        ended_(heap),
        tokens_(heap),
        free_tokens_(heap),
        dropped_tokens_(heap) {
    tokens_.emplace_back();
  }
  Goldilocksets(const Goldilocksets&) = delete;
  Goldilocksets& operator=(const Goldilocksets&) = delete;
  ~Goldilocksets() {
    for (Chain*& chain : chains_) forget(chain);
  }

  // --- Threads. A slot serves a next thread only if the last one's end is ordered before its
  // start; then "in the set" means the same for both.
  Slot add_root(ThreadId id) {
    const Slot slot(static_cast<std::uint32_t>(threads_.size()));
    threads_.push_back(id);
    chains_.push_back(nullptr);
    return slot;
  }
  Slot add_child(ThreadId id, Slot parent) {
    const Slot slot = reuse_slot(id, parent);
    const Token token = make_token({TokenKind::thread, id.value()});
    source(parent, token);
    sink(slot, token);
    drop_token(token);
    return slot;
  }
  // The slot may be reused by whom is ordered after `last`: the segment of accesses that the thread
  // would make now. Until somebody joins it nobody is.
  void end_thread(Slot slot, Segment* last) { ended_.push_back({slot, add_reference(last)}); }
  // The token of all that an ended thread did: who joins it sinks that.
  Token end_token(ThreadId id, Slot slot) {
    const Token token = make_token({TokenKind::thread, id.value()});
    source(slot, token);
    return token;
  }

  // --- Tokens, counted: a number lives as long as somebody can sink it.
  Token make_token(TokenName name) {
    Token token = static_cast<Token>(tokens_.size());
    if (free_tokens_.empty()) {
      tokens_.emplace_back();
    } else {
      token = free_tokens_.back();
      free_tokens_.pop_back();
    }
    tokens_[token] = {name, 1};
    return token;
  }
  void add_token(Token token) {
    if (token != 0) ++tokens_[token].references;
  }
  void drop_token(Token token) {
    // The number is free after the next sweep: events and sets may still name it.
    if (token != 0 && --tokens_[token].references == 0) dropped_tokens_.push_back(token);
  }

  // --- The list.
  void source(Slot thread, Token token) { append({Step::source, thread.value(), token}); }
  void sink(Slot thread, Token token) { append({Step::sink, thread.value(), token}); }
  void relay(Token from, Token to) { append({Step::relay, from, to}); }

  // --- Segments. A new one for accesses that `owner` makes from now until its next source.
  Segment* make_segment(Slot owner) {
    Chain*& chain = chains_[owner.value()];
    if (chain == nullptr) chain = heap_.create<Chain>(heap_);
    // What happened before is no business of the new segment; nor of older ones if there are none.
    if (chain->segments++ == 0) chain->position = end();
    while (chain->position < end()) advance(*chain);
    Segment* segment = heap_.create<Segment>(owner, ++newest_);
    chain->threads.raise(owner.value(), newest_);
    ++segments_;
    return segment;
  }
  static Segment* add_reference(Segment* segment) {
    segment->references_.add();
    return segment;
  }
  // Whether it was the last one: then the caller must free_segment() it.
  static bool drop_reference(Segment* segment) { return segment->references_.drop(); }
  void free_segment(Segment* segment) {
    --chains_[segment->owner_.value()]->segments;
    heap_.destroy(segment);
    --segments_;
  }

  // Whether `thread` may access what was last accessed in `segment`: thread ∈ GLS.
  bool contains(const Segment* segment, Slot thread) {
    Chain& chain = *chains_[segment->owner_.value()];
    const auto is_in = [&] { return chain.threads.get(thread.value()) >= segment->number_; };
    if (is_in()) return true;
    if (options_.direct_transfer && transferred_directly(chain, segment->owner_, thread))
      return true;
    while (chain.position < end()) {
      advance(chain);
      if (is_in()) return true;
    }
    return false;
  }
  // The whole set, for people: on_thread(ThreadId), on_token(TokenName).
  template <class OnThread, class OnToken>
  void show(const Segment* segment, OnThread&& on_thread, OnToken&& on_token) {
    Chain& chain = *chains_[segment->owner_.value()];
    while (chain.position < end()) advance(chain);
    chain.threads.for_each(segment->number_,
                           [&](std::uint32_t slot) { on_thread(threads_[slot]); });
    chain.tokens.for_each(segment->number_,
                          [&](std::uint32_t token) { on_token(tokens_[token].name); });
  }

  // For tests of reclaiming.
  std::size_t list_length() const { return list_.size(); }
  std::size_t segment_count() const { return segments_; }
  std::size_t token_count() const { return tokens_.size() - 1 - free_tokens_.size(); }
  std::size_t slot_count() const { return threads_.size(); }

 private:
  enum class Step : std::uint32_t { source, sink, relay };
  struct ListEvent {
    Step step;
    std::uint32_t actor;  // the thread, or the token relayed from
    Token token;
  };
  struct TokenState {
    TokenName name = {};
    std::uint32_t references = 0;
  };
  struct Ended {
    Slot slot;
    Segment* last;
  };

  // The sets of all segments of a slot. A thread or token of level n is in those of the segments up
  // to number n.
  struct Chain {
    explicit Chain(Heap& heap) : threads(heap), tokens(heap) {}
    GoldilocksLevels threads;
    GoldilocksLevels tokens;
    std::uint64_t position = 0;  // events before this are in the sets
    std::size_t segments = 0;    // that somebody refers to
  };

  std::uint64_t end() const { return first_ + list_.size(); }

  void append(ListEvent event) {
    list_.push_back(event);
    // A sweep looks at every slot: not more often than there are events to pay for that.
    const std::size_t limit =
        options_.sweep_every > chains_.size() ? options_.sweep_every : chains_.size();
    if (list_.size() >= limit) sweep();
  }
  static void apply(Chain& chain, const ListEvent& event) {
    switch (event.step) {
      case Step::source: return raise(chain.tokens, event.token, chain.threads.get(event.actor));
      case Step::sink: return raise(chain.threads, event.actor, chain.tokens.get(event.token));
      case Step::relay: return raise(chain.tokens, event.token, chain.tokens.get(event.actor));
    }
  }
  static void raise(GoldilocksLevels& levels, std::uint32_t i, std::uint64_t to) {
    if (to != 0) levels.raise(i, to);
  }
  void advance(Chain& chain) { apply(chain, list_[chain.position++ - first_]); }
  // Looks only at what the owner passed on and what `thread` received (paper §4.2): sound, and
  // cheaper than evaluating the set; a no means nothing.
  bool transferred_directly(const Chain& chain, Slot owner, Slot thread) {
    Token passed_on[kDirectTokens];
    std::size_t count = 0;
    for (std::size_t i = chain.position - first_; i < list_.size(); ++i) {
      const ListEvent& event = list_[i];
      if (event.step == Step::source && event.actor == owner.value() && count < kDirectTokens)
        passed_on[count++] = event.token;
      if (event.step != Step::sink || event.actor != thread.value()) continue;
      for (std::size_t k = 0; k < count; ++k)
        if (passed_on[k] == event.token) return true;
    }
    return false;
  }

  // Brings every chain up to date, and empties the list.
  void sweep() {
    for (Chain*& chain : chains_) {
      if (chain == nullptr) continue;
      if (chain->segments == 0) forget(chain);
      else
        while (chain->position < end()) advance(*chain);
    }
    first_ = end();
    list_.clear();
    free_dropped_tokens();
  }
  void forget(Chain*& chain) {
    if (chain != nullptr) heap_.destroy(chain);
    chain = nullptr;
  }
  // REQUIRES: the list is empty, so that only sets can still name them.
  void free_dropped_tokens() {
    for (Chain* chain : chains_) {
      if (chain == nullptr) continue;
      for (const Token token : dropped_tokens_) chain->tokens.erase(token);
    }
    for (const Token token : dropped_tokens_) free_tokens_.push_back(token);
    dropped_tokens_.clear();
  }

  Slot reuse_slot(ThreadId id, Slot parent) {
    // The newest ended threads are the likeliest; looking through thousands would cost more than a
    // slot.
    const std::size_t oldest = ended_.size() > kReuseTries ? ended_.size() - kReuseTries : 0;
    for (std::size_t i = ended_.size(); i-- > oldest;) {
      if (!contains(ended_[i].last, parent)) continue;
      const Ended reused = ended_[i];
      ended_.erase(i);
      if (drop_reference(reused.last)) free_segment(reused.last);
      threads_[reused.slot.value()] = id;
      return reused.slot;
    }
    return add_root(id);
  }

  static constexpr std::size_t kDirectTokens = 8;
  static constexpr std::size_t kReuseTries = 64;

  Heap& heap_;
  const GoldilocksOptions options_;
  Vector<ListEvent> list_;
  std::uint64_t first_ = 0;   // the position of list_[0]
  Vector<Chain*> chains_;     // by slot; none where there are no segments
  Vector<ThreadId> threads_;  // by slot: who has it
  Vector<Ended> ended_;
  Vector<TokenState> tokens_;
  Vector<Token> free_tokens_;
  Vector<Token> dropped_tokens_;
  std::uint64_t newest_ = 0;  // number of a segment
  std::size_t segments_ = 0;
};

}  // namespace steward
