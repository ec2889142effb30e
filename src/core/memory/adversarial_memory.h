// Memory that returns stale values wherever the model allows it: the write buffers of all words
// that are tracked, and the choice among what a read may return (Flanagan and Freund, PLDI 2010,
// §5).
//
// It does not know the threads: who calls brings along what a thread knows, its vector clock.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/hash_map.h"
#include "base/heap.h"
#include "core/clock/vector_clock.h"
#include "core/event/types.h"
#include "core/memory/heuristic.h"
#include "core/memory/write_buffer.h"
#include "core/policy/byte_set.h"

namespace steward {

// A thread at the moment of its access.
struct Accessor {
  const VectorClock& clock;
  Epoch now;
};

class AdversarialMemory {
 public:
  struct Options {
    Heuristic heuristic = Heuristic::latest;
    std::size_t bound = 32;  // of a buffer: more are dropped, the oldest first
    bool tear = false;       // reads of 8 bytes are two of 4, as Java has it for long and double
  };
  // What a read gets, and instead of what.
  struct Taken {
    std::uint64_t word = 0;           // in the bytes that are read
    bool stale = false;               // it is not what memory holds
    bool choice = false;              // there were others
    bool torn = false;                // its halves are of different writes
    std::uint32_t origin = 0;         // of the write that it is of, or its older half,
    std::uint32_t latest_origin = 0;  // and of the latest,
    Epoch by, latest_by;              // by whom; at ⊥: it was there from the beginning
  };
  struct Counts {
    std::uint64_t words = 0;  // that were ever tracked
    std::uint64_t writes = 0;
    std::uint64_t reads = 0;
    std::uint64_t choices = 0;  // reads that could get another value than the latest
    std::uint64_t stale = 0;    // those that did
    std::uint64_t unseen = 0;   // writes that nobody has told
    std::uint64_t largest_buffer = 0;
    std::uint64_t most_writes = 0;  // of one word: what its buffer would be without compression
  };

  AdversarialMemory(Heap& heap, Options options) : heap_(heap), options_(options), words_(heap) {}

  const Counts& counts() const { return counts_; }
  // From now on reads get the latest value.
  void be_fair() { options_.heuristic = Heuristic::latest; }

  // Begins to track these bytes of a word, if it does not yet: `content` is all that was ever
  // there.
  void track(Address word, std::uint8_t bytes, std::uint64_t content);

  // A thread has written these bytes. for_all(holds): see WriteBuffer::drop_hidden.
  // REQUIRES: the word is tracked.
  template <class ForAll>
  void write(Address word, std::uint8_t bytes, std::uint64_t content, const Accessor& by,
             const Write& from, ForAll&& for_all) {
    Word& at = *words_.find(word.value());
    if ((bytes & at.buffer.bytes()) == 0) return;
    at.buffer.write(by.clock, by.now, bytes, content, from);
    ++counts_.writes;
    counts_.most_writes = std::max(counts_.most_writes, ++at.writes + 1);
    at.buffer.drop_repeated();
    if (at.buffer.size() > 2) at.buffer.drop_hidden(for_all);
    while (at.buffer.size() > options_.bound) at.buffer.drop_oldest();
    counts_.largest_buffer = std::max<std::uint64_t>(counts_.largest_buffer, at.buffer.size());
  }

  // What a thread gets that reads these bytes of a word in which memory has `content`.
  // REQUIRES: the word is tracked.
  Taken read(Address word, std::uint8_t bytes, std::uint64_t content, const VectorClock& reader,
             Draw draw);
  // The same of an access that lies in two words but is one: both parts are of the same write, or
  // the latest. With Options::tear, each is of any.
  struct Part {
    Address word;
    std::uint8_t bytes;
    std::uint64_t content;
  };
  std::array<Taken, 2> read(const std::array<Part, 2>& parts, const VectorClock& reader, Draw draw);

  // The storage ends: no value of it is ever read again.
  void forget(AddressRange range);

 private:
  struct Word {
    Word(Heap& heap, std::uint8_t bytes, std::uint64_t content) : buffer(heap, bytes, content) {}

    WriteBuffer buffer;
    std::uint64_t writes = 0;
    std::uint64_t last = 0;       // what was read last,
    std::uint8_t last_bytes = 0;  // of which bytes
  };

  // Which entry of the buffer; whether there was a choice.
  struct Choice {
    std::size_t entry;
    bool was_one;
  };
  Choice choose(const Word& word, std::uint8_t bytes, const VectorClock& reader, Draw draw) const;
  // The word, with memory's content as its latest.
  Word& at(Address word, std::uint64_t content);
  // Those of its bytes from the first entry, but of a whole word that is torn the upper half from
  // the second.
  Taken take(Word& at, std::uint8_t part, std::uint64_t content, Choice first, Choice second);

  Heap& heap_;
  Options options_;
  HashMap<std::uint64_t, Word> words_;
  Counts counts_;
};

}  // namespace steward
