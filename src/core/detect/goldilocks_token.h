// Tokens: what a thread puts its knowledge into, for others to take: a lock, a message, a store, a
// fence, the end of a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "base/heap.h"
#include "core/clock/epoch.h"
#include "core/clock/stores.h"

namespace steward {

// What a token stands for, to show sets to people. A store and a fence are named by their thread.
enum class TokenKind : std::uint8_t { lock, lock_shared, message, store, fence, thread };
struct TokenName {
  TokenKind kind = TokenKind::lock;
  std::uint64_t id = 0;
};

// A counted reference to a token, or nothing. Goldilocksets makes tokens, and lets go of those that
// nobody refers to any more when it sweeps.
//
// Besides the token's number, two facts by which most receivers see at a glance that they know all
// of it already: who passed something on by it last, and whether whoever knows that knows all.
template <class Policy>
class GoldilocksToken {
 public:
  struct Body;
  // Those that nobody refers to. Any thread adds to it at any time, holding anything.
  class Dropped {
   public:
    void add(Body* body) {
      body->is_dropped.store(true, std::memory_order_relaxed);
      body->next = first_.load(std::memory_order_relaxed);
      while (!first_.compare_exchange_weak(body->next, body, std::memory_order_release,
                                           std::memory_order_relaxed)) {
      }
    }
    Body* take_all() { return first_.exchange(nullptr, std::memory_order_acquire); }

   private:
    std::atomic<Body*> first_ = nullptr;
  };
  struct Body {
    Body(std::uint32_t n, std::uint64_t s, TokenName what, bool for_good, Dropped& where)
        : number(n), is_final(for_good), serial(s), name(what), dropped(where) {}
    [[no_unique_address]] typename Policy::Counter references;
    const std::uint32_t number;
    const bool is_final;  // once passed on it never carries more
    bool is_whole = true;
    const std::uint64_t serial;  // unlike numbers never used again
    const TokenName name;
    Epoch last;
    std::atomic<bool> is_dropped = false;  // nobody can sink it any more
    Dropped& dropped;
    Body* next = nullptr;
  };

  GoldilocksToken() = default;
  explicit GoldilocksToken(Body* body) : body_(body) {}  // its first reference
  GoldilocksToken(const GoldilocksToken& other) : body_(other.body_) {
    if (body_ != nullptr) body_->references.add();
  }
  GoldilocksToken(GoldilocksToken&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  GoldilocksToken& operator=(GoldilocksToken other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~GoldilocksToken() { reset(); }

  void reset() {
    Body* const body = std::exchange(body_, nullptr);
    if (body != nullptr && body->references.drop()) body->dropped.add(body);
  }
  explicit operator bool() const { return body_ != nullptr; }
  friend bool operator==(const GoldilocksToken& a, const GoldilocksToken& b) {
    return a.body_ == b.body_;
  }

  // REQUIRES of all below: it is one.
  std::uint32_t number() const { return body_->number; }
  std::uint64_t serial() const { return body_->serial; }
  bool is_final() const { return body_->is_final; }
  // The segment that was passed on last; whether whoever may access what was accessed in there may
  // access all that the token gives access to.
  Epoch last() const { return body_->last; }
  bool is_whole() const { return body_->is_whole; }
  void passed_on(Epoch last, bool whole) {
    body_->last = last;
    body_->is_whole = whole;
  }

 private:
  Body* body_ = nullptr;
};

// A policy for detectors whose stores pass tokens on.
template <class Policy>
struct WithTokens : Policy {};
template <class Policy>
struct StoreContent<WithTokens<Policy>> {
  using Type = GoldilocksToken<WithTokens<Policy>>;
};

}  // namespace steward
