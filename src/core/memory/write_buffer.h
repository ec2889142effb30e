// What was written to one word of memory, and which of it a read may still return: the write buffer
// W_x of the Operational Progressive Java Memory Model (Flanagan and Freund, PLDI 2010, Figure 6).
//
// The paper's variables have one size; ours are bytes that are accessed in runs. So an entry says
// which bytes of the word it wrote, and has the whole word as it then was: a read takes its bytes
// from one entry's word, and each of them must be a byte that it may return by the rule [READ]. If
// all accesses have one size, that is the paper's rule.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heap.h"
#include "base/vector.h"
#include "core/clock/vector_clock.h"
#include "core/policy/byte_set.h"

namespace steward {

// The bits of these bytes of a word.
constexpr std::uint64_t bits_of(std::uint8_t bytes) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < kWordBytes; ++i)
    if ((bytes >> i & 1) != 0) bits |= std::uint64_t{0xff} << 8 * i;
  return bits;
}

// What else is to be known of a write, by whoever has given the numbers: where in the program it
// is, and which one it is of all accesses.
struct Write {
  std::uint32_t origin = 0;
  std::uint64_t access = 0;
};

class WriteBuffer {
 public:
  // v@K.
  struct Entry {
    Entry(Heap& heap, std::uint64_t value, std::uint8_t bytes, Epoch by, const Write& from)
        : word(value), written(bytes), at(by), clock(heap), write(from) {}

    std::uint64_t word;     // as it was after the write
    std::uint8_t written;   // which bytes of it
    std::uint8_t lost = 0;  // bytes that others wrote whose entries are gone
    Epoch at;               // of the writer: whoever knows it knows all of K
    VectorClock clock;      // K
    Write write;
  };

  // Of some bytes of a word, as its storage begins: v@⊥.
  WriteBuffer(Heap& heap, std::uint8_t bytes, std::uint64_t word) : entries_(heap), bytes_(bytes) {
    begin(word);
  }

  std::uint8_t bytes() const { return bytes_; }
  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t i) const { return entries_[i]; }
  const Entry& latest() const { return entries_.back(); }
  // The last one that wrote any of these bytes.
  const Entry& latest_of(std::uint8_t bytes) const {
    std::size_t i = size() - 1;
    while (i > 0 && (entries_[i].written & bytes) == 0) --i;
    return entries_[i];
  }

  // As if nothing had been written but this, before everything.
  void begin(std::uint64_t word) {
    entries_.clear();
    entries_.emplace_back(entries_.heap(), word, bytes_, Epoch(), Write());
  }

  // [WRITE] by a thread that knows `clock`. Of `word` only the bytes that are written matter.
  void write(const VectorClock& clock, Epoch now, std::uint8_t written, std::uint64_t word,
             const Write& from) {
    written &= bytes_;
    if (written == 0) return;
    const std::uint64_t bits = bits_of(written);
    const std::uint64_t whole = (latest().word & ~bits) | (word & bits);
    entries_.emplace_back(entries_.heap(), whole, written, now, from).clock.assign(clock);
  }

  // [READ]: whether a thread that knows `reader` may find these bytes as entry i has left them.
  // Entries that have written none of them are not asked, except the first: they repeat the one
  // before.
  bool may_read(std::size_t i, const VectorClock& reader, std::uint8_t bytes) const {
    if (i != 0 && (entries_[i].written & bytes) == 0) return false;
    for (unsigned byte = 0; byte < kWordBytes; ++byte) {
      const auto mask = static_cast<std::uint8_t>(1u << byte);
      if ((bytes & mask) != 0 && is_hidden(writer_of(mask, i), i, mask, reader)) return false;
    }
    return true;
  }

  // [GC1] Drops what no thread may read any more. for_all(holds): whether holds(clock) is true of
  // what each thread knows that can still read; those that come later know what their makers know.
  template <class ForAll>
  void drop_hidden(ForAll&& for_all) {
    for (std::size_t i = 0; i + 1 < size();) {
      const bool hidden = for_all([&](const VectorClock& thread) { return is_hidden(i, thread); });
      if (hidden) drop(i);
      else ++i;
    }
  }
  // [GC2] Drops what the same thread has written again before it passed on what it knew. Then the
  // latest entry is the only one that can have an equal.
  void drop_repeated() {
    const Entry& last = latest();
    for (std::size_t i = 0; i + 1 < size(); ++i) {
      const Entry& entry = entries_[i];
      if (entry.at != last.at || entry.written != last.written || entry.word != last.word) continue;
      drop(i);
      return;
    }
  }
  // [REMOVE OLDEST]
  void drop_oldest() {
    if (size() > 1) drop(0);
  }

 private:
  static constexpr std::size_t kGone = SIZE_MAX;

  // REQUIRES: it is not the latest.
  void drop(std::size_t i) {
    const Entry& gone = entries_[i];
    Entry& next = entries_[i + 1];
    next.lost = static_cast<std::uint8_t>((next.lost | gone.lost | gone.written) & ~next.written);
    entries_.erase(i);
  }
  // Who wrote the byte that entry i has left there; or nobody knows any more.
  std::size_t writer_of(std::uint8_t byte, std::size_t i) const {
    while ((entries_[i].written & byte) == 0) {
      if ((entries_[i].lost & byte) != 0) return kGone;
      --i;
    }
    return i;
  }
  // Whether there is a later write that happens after that of `writer` and before the reader. Of
  // one that is gone it is not known what comes after it: all may, which hides it the more.
  bool is_hidden(std::size_t writer, std::size_t i, std::uint8_t byte,
                 const VectorClock& reader) const {
    for (std::size_t j = writer == kGone ? i + 1 : writer + 1; j < size(); ++j) {
      const Entry& later = entries_[j];
      if ((later.written & byte) != 0 && reader.includes(later.at) &&
          (writer == kGone || later.clock.includes(entries_[writer].at)))
        return true;
    }
    return false;
  }
  bool is_hidden(std::size_t i, const VectorClock& reader) const {
    for (unsigned byte = 0; byte < kWordBytes; ++byte) {
      const auto mask = static_cast<std::uint8_t>(1u << byte);
      if ((entries_[i].written & mask) != 0 && !is_hidden(i, i, mask, reader)) return false;
    }
    return true;
  }

  Vector<Entry> entries_;  // never empty, in the order of the execution
  const std::uint8_t bytes_;
};

}  // namespace steward
