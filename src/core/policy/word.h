// The histories of the 8 bytes of a word: one cell for all of them, as long as they share it, and
// pieces where they do not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/tagged_pointer.h"
#include "core/policy/byte_set.h"

namespace steward {

// A word that lies across two cache lines costs two misses: small ones are aligned so that none
// does.
constexpr std::size_t word_alignment(std::size_t bytes) {
  return bytes > 64 ? alignof(std::uint64_t) : bytes > 32 ? 64 : 32;
}

// Zero bits are a word without history. A Cell is as Shadow describes it.
// `Bits` is the policy's.
template <class Cell, class Bits>
class Pieces {
 public:
  // Where pieces come from, and what cells belong to.
  struct Room {
    Heap& heap;
    typename Cell::Owner& owner;
  };

  bool empty() const { return rest_.tag() == 0; }
  // One history for all bytes.
  bool is_whole() const { return rest_.is_only(kWholeWord); }
  const Cell& first() const { return first_; }
  // Of a word that is not held: at some moment.
  bool looks_empty() const { return empty(); }

  // f(Cell&, mask) for each set of bytes in `mask` that share a history; bytes without one get an
  // empty cell.
  template <class F>
  [[gnu::always_inline]] void update(std::uint8_t mask, Room room, F&& f) {
    if (rest_.tag() != mask) [[unlikely]] {
      if (!empty()) return update_pieces(mask, room, f);
      rest_.set_tag(mask);
    }
    f(first_, mask);
  }
  // f(const Cell&, mask) for what has a history in `mask`.
  template <class F>
  void visit(std::uint8_t mask, F&& f) const {
    if (empty()) return;
    for_each_piece(*this, [&](const Cell& cell, std::uint8_t bytes) {
      if ((bytes & mask) != 0) f(cell, static_cast<std::uint8_t>(bytes & mask));
    });
  }
  // f(Cell&) for each. It may not take what there is for nothing.
  template <class F>
  void for_each_cell(F&& f) {
    if (empty()) return;
    for_each_piece(*this, [&](Cell& cell, std::uint8_t) { f(cell); });
  }
  void clear(std::uint8_t mask, Room room) {
    if (empty()) return;
    if (mask != kWholeWord) separate(mask, room);
    Piece* kept = nullptr;
    for (Piece* piece = rest_.pointer(); piece != nullptr;) {
      Piece* next = piece->next;
      if ((piece->mask & mask) != 0) {
        piece->cell.clear(room.owner);
        room.heap.destroy(piece);
      } else {
        piece->next = kept;
        kept = piece;
      }
      piece = next;
    }
    rest_.set_pointer(kept);
    if ((rest_.tag() & mask) != 0) drop_first(room);
  }
  // Forgets what can be missed without harm: see Cell::forget_accesses. Whether nothing is left.
  bool forget_accesses(Room room) {
    if (empty()) return true;
    Piece* kept = nullptr;
    for (Piece* piece = rest_.pointer(); piece != nullptr;) {
      Piece* next = piece->next;
      if (piece->cell.forget_accesses(room.owner)) {
        piece->next = kept;
        kept = piece;
      } else {
        room.heap.destroy(piece);
      }
      piece = next;
    }
    rest_.set_pointer(kept);
    if (!first_.forget_accesses(room.owner)) drop_first(room);
    return empty();
  }
  // All bytes get the history of `cell`. REQUIRES: empty.
  void fill(const Cell& cell, Room room) {
    cell.copy_to(first_, room.owner);
    rest_.set_tag(kWholeWord);
  }
  [[gnu::always_inline]] void prefetch_behind() const { first_.prefetch(); }

  // The cell of bytes that have none.
  Cell& add(std::uint8_t mask, Room room) {
    if (!empty()) return add_piece(mask, room).cell;
    rest_.set_tag(mask);
    return first_;
  }

  // For shadows that hold words one by one.
  void lock() { rest_.lock(); }
  void unlock() { rest_.unlock(); }
  // Whether f(const Cell&) holds for these bytes, looking without holding the word: f may only use
  // what can be read while others change it. No if their history is not the one that stands first.
  template <class F>
  [[gnu::always_inline]] bool peek(std::uint8_t mask, F&& f) const {
    return (rest_.tag() & mask) == mask && f(first_);
  }

 private:
  struct Piece {
    Cell cell;
    Piece* next;
    std::uint8_t mask;
  };
  using Rest = TaggedPointer<Piece, Bits>;

  Piece* piece_of(std::uint8_t mask) const {
    Piece* piece = rest_.pointer();
    while (piece != nullptr && piece->mask != mask) piece = piece->next;
    return piece;
  }
  template <class F>
  [[gnu::noinline]] void update_pieces(std::uint8_t mask, Room room, F& f) {
    // A variable that shares its word with another.
    if (Piece* const piece = piece_of(mask); piece != nullptr) {
      f(piece->cell, mask);
      if (first_.same_as(piece->cell)) unite(room);
      return;
    }
    separate(mask, room);
    std::uint8_t missing = mask;
    for_each_piece(*this, [&](Cell& cell, std::uint8_t bytes) {
      if ((bytes & mask) == 0) return;
      missing = static_cast<std::uint8_t>(missing & ~bytes);
      f(cell, bytes);
    });
    if (missing != 0) f(add_piece(missing, room).cell, missing);
    unite(room);
  }
  template <class Self, class F>
  static void for_each_piece(Self& word, F&& f) {
    f(word.first_, word.rest_.tag());
    for (auto* piece = word.rest_.pointer(); piece != nullptr; piece = piece->next)
      f(piece->cell, piece->mask);
  }
  Piece& add_piece(std::uint8_t mask, Room room) {
    Piece* piece = room.heap.template create<Piece>();
    piece->mask = mask;
    piece->next = rest_.pointer();
    rest_.set_pointer(piece);
    return *piece;
  }
  // Cuts pieces so that each lies inside `mask` or outside.
  void separate(std::uint8_t mask, Room room) {
    const auto cut = [&](Cell& cell, std::uint8_t bytes) {
      const auto outside = static_cast<std::uint8_t>(bytes & ~mask);
      if (outside == bytes || outside == 0) return bytes;
      cell.copy_to(add_piece(outside, room).cell, room.owner);
      return static_cast<std::uint8_t>(bytes & mask);
    };
    Piece* const old_pieces = rest_.pointer();
    rest_.set_tag(cut(first_, rest_.tag()));
    for (Piece* piece = old_pieces; piece != nullptr; piece = piece->next)
      piece->mask = cut(piece->cell, piece->mask);
  }
  // Joins pieces that have come to share a history, into the one that stands first.
  void unite(Room room) {
    // From `piece` on, the one after `after`, which is null for the first.
    const auto absorb = [&](const Cell& cell, Piece* after, Piece* piece) {
      std::uint8_t gained = 0;
      while (piece != nullptr) {
        Piece* next = piece->next;
        if (cell.same_as(piece->cell)) {
          gained = static_cast<std::uint8_t>(gained | piece->mask);
          if (after != nullptr) after->next = next;
          else rest_.set_pointer(next);
          piece->cell.clear(room.owner);
          room.heap.destroy(piece);
        } else {
          after = piece;
        }
        piece = next;
      }
      return gained;
    };
    rest_.set_tag(
        static_cast<std::uint8_t>(rest_.tag() | absorb(first_, nullptr, rest_.pointer())));
    for (Piece* piece = rest_.pointer(); piece != nullptr; piece = piece->next)
      piece->mask =
          static_cast<std::uint8_t>(piece->mask | absorb(piece->cell, piece, piece->next));
  }
  // The next piece takes the first one's place.
  void drop_first(Room room) {
    first_.clear(room.owner);
    Piece* heir = rest_.pointer();
    if (heir == nullptr) return rest_.set_tag(0);
    heir->cell.copy_to(first_, room.owner);
    heir->cell.clear(room.owner);
    rest_.set_tag(heir->mask);
    rest_.set_pointer(heir->next);
    room.heap.destroy(heir);
  }

  Cell first_;
  Rest rest_;  // the tag is the mask of `first_`: 0 if and only if the word is empty
};

// As shadows have it.
template <class Cell, class Bits>
class alignas(word_alignment(sizeof(Pieces<Cell, Bits>))) Word : public Pieces<Cell, Bits> {
 public:
  using Pieces<Cell, Bits>::visit;
  // To look at one takes no room: as PackedWord has it.
  template <class F>
  void visit(std::uint8_t mask, typename Pieces<Cell, Bits>::Room, F&& f) const {
    visit(mask, f);
  }
  using Pieces<Cell, Bits>::for_each_cell;
  template <class F>
  void for_each_cell(typename Pieces<Cell, Bits>::Room, F&& f) {
    Pieces<Cell, Bits>::for_each_cell(f);
  }
};

}  // namespace steward
