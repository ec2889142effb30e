// Greedy shrinking of trace words.
#include "support/property.h"

namespace steward {
namespace {

using Fails = std::function<bool(const TraceWords&)>;

// Large pieces first: most words of a failing trace have nothing to do with the failure.
bool drop_pieces(TraceWords& words, const Fails& fails) {
  bool changed = false;
  for (std::size_t piece = words.size(); piece > 0; piece /= 2) {
    for (std::size_t at = 0; at + piece <= words.size();) {
      TraceWords shorter = words;
      const auto begin = shorter.begin() + static_cast<std::ptrdiff_t>(at);
      shorter.erase(begin, begin + static_cast<std::ptrdiff_t>(piece));
      if (fails(shorter)) {
        words = std::move(shorter);
        changed = true;
      } else {
        at += piece;
      }
    }
  }
  return changed;
}

// A word is an action, a carrier and choices: each is lowered on its own.
bool lower_word(TraceWords& words, std::size_t at, const Fails& fails) {
  const std::uint32_t word = words[at];
  const std::uint32_t candidates[] = {0,
                                      word & 0x00000fffu,
                                      word & 0xfffff0ffu,
                                      word & 0xffffff00u,
                                      (word & 0xfffu) | ((word >> 13) << 12),
                                      (word & ~0xf00u) | ((word >> 1) & 0x700u),
                                      (word & ~0xffu) | ((word & 0xffu) / 2),
                                      word - 1};
  for (std::uint32_t candidate : candidates) {
    if (candidate >= word) continue;
    words[at] = candidate;
    if (fails(words)) return true;
  }
  words[at] = word;
  return false;
}

}  // namespace

TraceWords shrink_words(TraceWords words, const Fails& fails) {
  bool changed = true;
  for (int rounds = 0; changed && rounds < 64; ++rounds) {
    changed = drop_pieces(words, fails);
    for (std::size_t at = 0; at < words.size(); ++at) changed |= lower_word(words, at, fails);
  }
  return words;
}

}  // namespace steward
