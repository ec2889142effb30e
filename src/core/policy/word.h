// The histories of the 8 bytes of a word: one cell for all of them, as long as they share it, and
// pieces where they do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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
class alignas(word_alignment(sizeof(Cell) + sizeof(std::uint64_t))) Word {
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
  // Whether `first` speaks for exactly these bytes. Of a word that is not held: at some moment.
  bool is_exactly(std::uint8_t mask) const { return rest_.tag() == mask; }

  // f(Cell&, mask) for each set of bytes in `mask` that share a history; bytes without one get an
  // empty cell.
  template <class F>
  [[gnu::always_inline]] void update(std::uint8_t mask, Room room, F&& f) {
    if (!is_exactly(mask)) [[unlikely]] {
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
  // Whether there are words that are plain enough for a bulk.
  static constexpr bool kHasPlain = requires(const Cell& cell) { cell.is_simple(); };
  // In a bulk (see bits.h): clears words in a row as long as they are plain enough for that, and
  // says how many were. A plain word has a single history, all of it in here, and nobody holds it.
  static std::size_t clear_in_bulk(Word* words, std::size_t count) {
    static constexpr std::size_t kGroup = 4;
    std::size_t done = 0;
    for (; done + kGroup <= count; done += kGroup) {
      bool all = true;
      for (std::size_t i = 0; i < kGroup; ++i) all &= words[done + i].is_plain();
      if (!all) break;
      for (std::size_t i = 0; i < kGroup; ++i) words[done + i].empty_in_bulk();
    }
    for (; done < count && words[done].is_plain(); ++done) words[done].empty_in_bulk();
    return done;
  }
  // Takes the history of another one, if both are plain. False: nothing has happened.
  bool copy_in_bulk(const Word& from) {
    if (!from.is_plain() || !is_plain()) return false;
    replace_by(from);
    return true;
  }
  // All bytes get the history of `cell`. REQUIRES: empty.
  void fill(const Cell& cell, Room room) {
    cell.copy_to(first_, room.owner);
    rest_.set_tag(kWholeWord);
  }
  // The histories of all bytes. REQUIRES: `to` is empty.
  void copy_to(Word& to, Room room) const {
    if (empty()) return;
    first_.copy_to(to.first_, room.owner);
    to.rest_.set_tag(rest_.tag());
    for (const Piece* piece = rest_.pointer(); piece != nullptr; piece = piece->next)
      piece->cell.copy_to(to.add_piece(piece->mask, room).cell, room.owner);
  }
  [[gnu::always_inline]] void prefetch_behind() const { first_.prefetch(); }

  // As update(), but cuts no piece and stops where f(Cell&) says false. What f said, or false if
  // something is to be cut: then update() is to be called for all of it. REQUIRES: held.
  template <class F>
  bool update_parts(std::uint8_t mask, Room room, F& f) {
    if (empty()) rest_.set_tag(mask);
    else if (is_whole() && mask != kWholeWord) separate(mask, room);
    std::uint8_t known = 0;
    for_each_piece(*this, [&](const Cell&, std::uint8_t bytes) {
      if ((bytes & mask) != 0) known = static_cast<std::uint8_t>(known | bytes);
    });
    if ((known & ~mask) != 0) return false;
    if (known != mask) add_piece(static_cast<std::uint8_t>(mask & ~known), room);
    bool all = true;
    for_each_piece(*this, [&](Cell& cell, std::uint8_t bytes) {
      all = all && ((bytes & mask) == 0 || f(cell));
    });
    if (rest_.pointer() != nullptr) unite(room);
    return all;
  }
  // Holds the word if its only history is one for exactly these bytes.
  [[gnu::always_inline]] bool lock_if_only(std::uint8_t mask) { return rest_.lock_if_only(mask); }
  [[gnu::always_inline]] void unlock_only(std::uint8_t mask) { rest_.unlock_only(mask); }
  Cell& first() { return first_; }

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
  // REQUIRES, of these: in a bulk, plain. Who looks meanwhile sees old and new bits mixed, as ever.
  [[gnu::always_inline]] void replace_by(const Word& from) {
    if constexpr (Bits::kIsMemory) {
      std::memcpy(static_cast<void*>(this), &from, sizeof(Word));
    } else {
      first_ = from.first_;
      rest_.put_tag(from.rest_.tag());
    }
  }
  [[gnu::always_inline]] void empty_in_bulk() {
    if constexpr (Bits::kIsMemory) {
      std::memset(static_cast<void*>(this), 0, sizeof(Word));
    } else if (!empty()) {
      first_ = Cell();
      rest_.put_tag(0);
    }
  }
  // An empty word has an empty cell.
  [[gnu::always_inline]] bool is_plain() const {
    if constexpr (kHasPlain) {
      const bool is_simple = first_.is_simple();
      return rest_.is_at_rest() && is_simple;
    } else {
      return false;
    }
  }

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

}  // namespace steward
