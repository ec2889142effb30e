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
// and for ever; it is kept once, as a Segment, and whoever evaluates it does so for all of them. A
// later segment's set is a subset of an earlier one's of the same thread, so each thread's
// segments form a chain, and neighbours that have become equal are merged. So when the list gets
// long, bringing all segments up to date (the paper's partially eager evaluation) leaves few of
// them, and all of the list can go.
//
// Thread safety: none, but for Segment's counter. The detector keeps this in a Shared: appending an
// event is then atomic with the synchronization it stands for if the caller appends a source before
// and a sink after the real operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bit_set.h"
#include "base/check.h"
#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/epoch.h"
#include "core/event/types.h"

namespace steward {

struct GoldilocksOptions {
  bool short_circuits = true;
  bool direct_transfer = true;
  std::size_t sweep_every = 256;  // events in the list; more if there are many segments
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

  class Segment {
   public:
    Segment(Heap& heap, Slot owner, std::uint64_t position)
        : owner_(owner), position_(position), threads_(heap), tokens_(heap) {
      threads_.insert(owner.value());
    }

   private:
    friend class Goldilocksets;
    typename Policy::Counter references_;
    Slot owner_;
    std::uint64_t position_;  // events before this are in the sets
    BitSet threads_;
    BitSet tokens_;
    Segment* older_ = nullptr;  // in the owner's chain
    Segment* newer_ = nullptr;
    Segment* merged_into_ = nullptr;  // this one's set is that one's, and out of the chain
  };

  Goldilocksets(Heap& heap, GoldilocksOptions options)
      : heap_(heap), options_(options), list_(heap), chains_(heap), threads_(heap), ended_(heap), tokens_(heap),
        free_tokens_(heap), dropped_tokens_(heap) {
    tokens_.emplace_back();
  }

  // --- Threads. A slot serves a next thread only if the last one's end is ordered before its start;
  // then "in the set" means the same for both.
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
  // `last`: the segment of accesses that the thread would make now.
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
    Segment* segment = heap_.create<Segment>(heap_, owner, end());
    segment->older_ = chains_[owner.value()];
    if (segment->older_ != nullptr) segment->older_->newer_ = segment;
    chains_[owner.value()] = segment;
    ++segments_;
    ++chained_;
    return segment;
  }
  static Segment* add_reference(Segment* segment) {
    segment->references_.add();
    return segment;
  }
  // Whether it was the last one: then the caller must free_segment() it.
  static bool drop_reference(Segment* segment) { return segment->references_.drop(); }
  void free_segment(Segment* segment) {
    while (segment != nullptr) {
      Segment* target = segment->merged_into_;
      if (target == nullptr) unlink(segment);
      heap_.destroy(segment);
      --segments_;
      segment = target != nullptr && drop_reference(target) ? target : nullptr;
    }
  }

  // Whether `thread` may access what was last accessed in `segment`: thread ∈ GLS.
  bool contains(Segment* segment, Slot thread) {
    segment = resolve(segment);
    if (segment->threads_.contains(thread.value())) return true;
    if (options_.direct_transfer && transferred_directly(*segment, thread)) return true;
    while (segment->position_ < end()) {
      advance(*segment);
      if (segment->threads_.contains(thread.value())) return true;
    }
    return false;
  }
  // The whole set, for people: on_thread(ThreadId), on_token(TokenName).
  template <class OnThread, class OnToken>
  void show(Segment* segment, OnThread&& on_thread, OnToken&& on_token) {
    segment = resolve(segment);
    while (segment->position_ < end()) advance(*segment);
    segment->threads_.for_each([&](std::uint32_t slot) { on_thread(threads_[slot]); });
    segment->tokens_.for_each([&](std::uint32_t token) { on_token(tokens_[token].name); });
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

  std::uint64_t end() const { return first_ + list_.size(); }

  void append(ListEvent event) {
    list_.push_back(event);
    const std::size_t limit = options_.sweep_every > chained_ ? options_.sweep_every : chained_;
    if (list_.size() >= limit) sweep();
  }
  void apply(Segment& segment, const ListEvent& event) {
    switch (event.step) {
      case Step::source:
        if (segment.threads_.contains(event.actor)) segment.tokens_.insert(event.token);
        return;
      case Step::sink:
        if (segment.tokens_.contains(event.token)) segment.threads_.insert(event.actor);
        return;
      case Step::relay:
        if (segment.tokens_.contains(event.actor)) segment.tokens_.insert(event.token);
        return;
    }
  }
  void advance(Segment& segment) { apply(segment, list_[segment.position_++ - first_]); }
  // The segment that now has this one's set. Whoever was on the way points there directly from now
  // on: merged segments merge again and again.
  Segment* resolve(Segment* segment) {
    Segment* root = segment;
    while (root->merged_into_ != nullptr) root = root->merged_into_;
    while (segment != root && segment->merged_into_ != root) {
      Segment* next = segment->merged_into_;
      segment->merged_into_ = add_reference(root);
      // A segment that only the one before it referred to dies, and its own reference with it.
      while (next != root && drop_reference(next)) {
        Segment* behind = next->merged_into_;
        heap_.destroy(next);
        --segments_;
        next = behind;
      }
      if (next == root) drop_reference(root);
      segment = next;
    }
    return root;
  }
  // Looks only at what the owner passed on and what `thread` received (paper §4.2): sound, and
  // cheaper than evaluating the set; a no means nothing.
  bool transferred_directly(const Segment& segment, Slot thread) {
    Token passed_on[kDirectTokens];
    std::size_t count = 0;
    for (std::size_t i = segment.position_ - first_; i < list_.size(); ++i) {
      const ListEvent& event = list_[i];
      if (event.step == Step::source && event.actor == segment.owner_.value() && count < kDirectTokens)
        passed_on[count++] = event.token;
      if (event.step != Step::sink || event.actor != thread.value()) continue;
      for (std::size_t k = 0; k < count; ++k)
        if (passed_on[k] == event.token) return true;
    }
    return false;
  }

  // Brings every segment up to date, merges equal neighbours, and empties the list.
  void sweep() {
    for (Segment*& newest : chains_) {
      for (Segment* segment = newest; segment != nullptr; segment = segment->older_)
        while (segment->position_ < end()) advance(*segment);
      merge_chain(newest);
    }
    first_ = end();
    list_.clear();
    free_dropped_tokens();
  }
  void merge_chain(Segment* segment) {
    while (segment != nullptr && segment->older_ != nullptr) {
      Segment* older = segment->older_;
      if (segment->threads_ == older->threads_ && segment->tokens_ == older->tokens_) {
        unlink(segment);
        segment->merged_into_ = add_reference(older);
        segment->threads_ = BitSet(heap_);
        segment->tokens_ = BitSet(heap_);
      }
      segment = older;
    }
  }
  void unlink(Segment* segment) {
    if (segment->older_ != nullptr) segment->older_->newer_ = segment->newer_;
    if (segment->newer_ != nullptr) segment->newer_->older_ = segment->older_;
    else chains_[segment->owner_.value()] = segment->older_;
    segment->older_ = segment->newer_ = nullptr;
    --chained_;
  }
  // REQUIRES: the list is empty, so that only sets can still name them.
  void free_dropped_tokens() {
    for (const Token token : dropped_tokens_) {
      for (Segment* newest : chains_)
        for (Segment* segment = newest; segment != nullptr; segment = segment->older_) segment->tokens_.erase(token);
      free_tokens_.push_back(token);
    }
    dropped_tokens_.clear();
  }

  Slot reuse_slot(ThreadId id, Slot parent) {
    // The newest ended threads are the likeliest; looking through thousands would cost more than a slot.
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
  std::uint64_t first_ = 0;  // the position of list_[0]
  Vector<Segment*> chains_;  // by slot: the newest segment
  Vector<ThreadId> threads_;  // by slot: who has it
  Vector<Ended> ended_;
  Vector<TokenState> tokens_;
  Vector<Token> free_tokens_;
  Vector<Token> dropped_tokens_;
  std::size_t segments_ = 0;
  std::size_t chained_ = 0;  // of these, not merged
};

}  // namespace steward
