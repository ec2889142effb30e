#include "core/memory/adversarial_memory.h"

#include <algorithm>
#include <optional>

#include "base/vector.h"

namespace steward {
namespace {

constexpr std::uint8_t kLowHalf = 0x0f;
constexpr std::uint8_t kHighHalf = 0xf0;

}  // namespace

void AdversarialMemory::track(Address word, std::uint8_t bytes, std::uint64_t content) {
  const std::size_t before = words_.size();
  words_.find_or_insert(word.value(), heap_, bytes, content);
  if (words_.size() == before) return;
  ++counts_.words;
}

std::size_t AdversarialMemory::choose(const Word& word, std::uint8_t bytes,
                                      const VectorClock& reader, Draw draw) {
  const WriteBuffer& buffer = word.buffer;
  Vector<std::size_t> entries(heap_);
  Vector<std::uint64_t> values(heap_);
  const std::uint64_t bits = bits_of(bytes);
  for (std::size_t i = 0; i < buffer.size(); ++i)
    if (buffer.may_read(i, reader, bytes)) {
      entries.push_back(i);
      values.push_back(buffer[i].word & bits);
    }
  const std::uint64_t latest = values.back();
  const bool choice = std::any_of(values.begin(), values.end(),
                                  [&](std::uint64_t value) { return value != latest; });
  if (!choice) return buffer.size() - 1;
  ++counts_.choices;
  const bool comparable = (word.last_bytes & bytes) == bytes;
  return entries[pick(options_.heuristic, values.span(),
                      comparable ? std::optional(word.last & bits) : std::nullopt, draw)];
}

AdversarialMemory::Taken AdversarialMemory::read(Address word, std::uint8_t bytes,
                                                 std::uint64_t content, const VectorClock& reader,
                                                 Draw draw) {
  Word& at = *words_.find(word.value());
  const std::uint64_t tracked = bits_of(at.buffer.bytes());
  if (((at.buffer.latest().word ^ content) & tracked) != 0) {
    at.buffer.begin(content);
    ++counts_.unseen;
  }
  const auto part = static_cast<std::uint8_t>(bytes & at.buffer.bytes());
  Taken taken;
  taken.word = content;
  if (part == 0) return taken;
  ++counts_.reads;
  if (at.buffer.size() > 1) {
    const bool halves = options_.tear && part == kWholeWord;
    const auto first_part = halves ? kLowHalf : part;
    const std::size_t first = choose(at, first_part, reader, draw);
    const std::size_t second = halves ? choose(at, kHighHalf, reader, draw) : first;
    const std::uint64_t bits = bits_of(first_part);
    const std::uint64_t value = (at.buffer[first].word & bits) | (at.buffer[second].word & ~bits);
    const std::uint64_t read = bits_of(part);
    taken.word = (content & ~read) | (value & read);
    taken.stale = taken.word != content;
    taken.torn = taken.stale &&
                 taken.word != ((content & ~read) | (at.buffer[first].word & read)) &&
                 taken.word != ((content & ~read) | (at.buffer[second].word & read));
    taken.origin = at.buffer[std::min(first, second)].origin;
    taken.latest_origin = at.buffer.latest().origin;
    if (taken.stale) ++counts_.stale;
  }
  at.last = taken.word;
  at.last_bytes = part;
  return taken;
}

void AdversarialMemory::forget(AddressRange range) {
  if (range.size / kWordBytes <= words_.size())
    return for_each_word(range, [&](Address word, std::uint8_t) { words_.erase(word.value()); });
  Vector<std::uint64_t> gone(heap_);
  words_.for_each([&](std::uint64_t word, const Word&) {
    if (range.overlaps({Address(word), kWordBytes})) gone.push_back(word);
  });
  for (const std::uint64_t word : gone) words_.erase(word);
}

}  // namespace steward
