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
  if (words_.size() != before) ++counts_.words;
  else at(word, content);
}

AdversarialMemory::Choice AdversarialMemory::choose(const Word& word, std::uint8_t bytes,
                                                    const VectorClock& reader, Draw draw) const {
  const WriteBuffer& buffer = word.buffer;
  const Choice latest_only = {buffer.size() - 1, false};
  if (buffer.size() == 1 || bytes == 0) return latest_only;
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
  if (!choice) return latest_only;
  const bool comparable = (word.last_bytes & bytes) == bytes;
  return {entries[pick(options_.heuristic, values.span(),
                       comparable ? std::optional(word.last & bits) : std::nullopt, draw)],
          true};
}

AdversarialMemory::Word& AdversarialMemory::at(Address word, std::uint64_t content) {
  Word& found = *words_.find(word.value());
  const std::uint64_t tracked = bits_of(found.buffer.bytes());
  if (((found.buffer.latest().word ^ content) & tracked) != 0) {
    found.buffer.begin(content);
    ++counts_.unseen;
  }
  return found;
}

AdversarialMemory::Taken AdversarialMemory::take(Word& at, std::uint8_t part, std::uint64_t content,
                                                 Choice first, Choice second) {
  const WriteBuffer& buffer = at.buffer;
  const std::uint64_t read = bits_of(part);
  const std::uint64_t upper = first.entry == second.entry ? 0 : bits_of(kHighHalf);
  const auto with = [&](std::uint64_t value) { return (content & ~read) | (value & read); };
  const std::uint64_t one = buffer[first.entry].word, other = buffer[second.entry].word;
  Taken taken;
  taken.word = with((one & ~upper) | (other & upper));
  taken.choice = first.was_one || second.was_one;
  taken.stale = taken.word != content;
  taken.torn = taken.stale && taken.word != with(one) && taken.word != with(other);
  const WriteBuffer::Entry& oldest = buffer[std::min(first.entry, second.entry)];
  taken.origin = oldest.write.origin;
  taken.by = oldest.at;
  const WriteBuffer::Entry& latest = buffer.latest_of(part);
  taken.latest_origin = latest.write.origin;
  taken.latest_by = latest.at;
  ++counts_.reads;
  if (taken.choice) ++counts_.choices;
  if (taken.stale) ++counts_.stale;
  at.last = taken.word;
  at.last_bytes = part;
  return taken;
}

AdversarialMemory::Taken AdversarialMemory::read(Address word, std::uint8_t bytes,
                                                 std::uint64_t content, const VectorClock& reader,
                                                 Draw draw) {
  Word& found = at(word, content);
  const auto part = static_cast<std::uint8_t>(bytes & found.buffer.bytes());
  if (part == 0) {
    Taken untracked;
    untracked.word = content;
    return untracked;
  }
  const bool halves = options_.tear && part == kWholeWord;
  const Choice first = choose(found, halves ? kLowHalf : part, reader, draw);
  const Choice second = halves ? choose(found, kHighHalf, reader, draw) : first;
  return take(found, part, content, first, second);
}

std::array<AdversarialMemory::Taken, 2> AdversarialMemory::read(const std::array<Part, 2>& parts,
                                                                const VectorClock& reader,
                                                                Draw draw) {
  if (options_.tear)
    return {read(parts[0].word, parts[0].bytes, parts[0].content, reader, draw),
            read(parts[1].word, parts[1].bytes, parts[1].content, reader, draw)};
  Word& low = at(parts[0].word, parts[0].content);
  Word& high = at(parts[1].word, parts[1].content);
  const auto low_part = static_cast<std::uint8_t>(parts[0].bytes & low.buffer.bytes());
  const auto high_part = static_cast<std::uint8_t>(parts[1].bytes & high.buffer.bytes());
  Choice first = choose(low, low_part, reader, draw);
  Choice second =
      first.was_one ? Choice{high.buffer.size() - 1, true} : choose(high, high_part, reader, draw);
  // Whichever has a choice leads, and the other is of the same write; else both are the latest.
  const auto follow = [&](const WriteBuffer& leader, Choice& lead, const WriteBuffer& follower,
                          Choice& other, std::uint8_t part) {
    if (lead.entry + 1 == leader.size()) return;
    const WriteBuffer::Entry& wanted = leader[lead.entry];
    std::size_t i = follower.size();
    while (i > 0 && !(follower[i - 1].at == wanted.at &&
                      follower[i - 1].write.access == wanted.write.access &&
                      follower.may_read(i - 1, reader, part)))
      --i;
    if (i > 0) other.entry = i - 1;
    else lead.entry = leader.size() - 1;
  };
  if (first.was_one) follow(low.buffer, first, high.buffer, second, high_part);
  else follow(high.buffer, second, low.buffer, first, low_part);
  first.was_one = second.was_one = first.was_one || second.was_one;
  return {take(low, low_part, parts[0].content, first, first),
          take(high, high_part, parts[1].content, second, second)};
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
