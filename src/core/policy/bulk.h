// Clears and copies the histories of many words, page by page, where nobody else is at work:
// whoever does it is a guest there (see claims.h). A word that somebody holds all the same ends it.
//
// Pages that nothing was ever in cost a look at their mark.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/policy/word_leaf.h"

namespace steward {

// The row is then empty, or what is left of it begins with a word that is held.
template <class Leaf, class Room>
void clear_in_bulk(WordRow<Leaf>& row, Room room) {
  for (row.skip_unused(); !row.empty(); row.skip_unused())
    for (const std::size_t end = row.in_first_page().end; row.begin != end; ++row.begin)
      if (!row.leaf.words[row.begin].clear_alone(room)) return;
}

// The same of words in one page each: how many it has copied. on_first() is called before an unused
// page gets a history.
template <class Leaf, class Room, class F>
std::size_t copy_page(WordRow<Leaf> from, WordRow<Leaf> to, bool forwards, Room room,
                      F&& on_first) {
  const bool has_history = from.leaf.is_used(from.begin);
  bool is_used = to.leaf.is_used(to.begin);
  if (!has_history && !is_used) return from.size();
  for (std::size_t done = 0; done < from.size(); ++done) {
    const std::size_t at = forwards ? done : from.size() - 1 - done;
    const auto& source = from.leaf.words[from.begin + at];
    auto& target = to.leaf.words[to.begin + at];
    if (!has_history) {
      if (!target.clear_alone(room)) return done;
      continue;
    }
    if (!is_used) [[unlikely]] {
      // Empty words are not to cost a page.
      if (source.is_zero()) continue;
      on_first();
      is_used = true;
    }
    if (!target.copy_alone(source, room)) return done;
  }
  return from.size();
}

// How many words it has copied, from the beginning or from the end on. REQUIRES: as many here and
// there. on_first(word) as above, for one in the page.
template <class Leaf, class Room, class F>
std::size_t copy_in_bulk(WordRow<Leaf> from, WordRow<Leaf> to, bool forwards, Room room,
                         F&& on_first) {
  for (std::size_t done = 0; done < from.size();) {
    const std::size_t left = from.size() - done;
    const std::size_t count = std::min(from.part(done, left, forwards).left_in_page(forwards),
                                       to.part(done, left, forwards).left_in_page(forwards));
    const WordRow<Leaf> target = to.part(done, count, forwards);
    const std::size_t copied = copy_page(from.part(done, count, forwards), target, forwards, room,
                                         [&] { on_first(target.leaf.words[target.begin]); });
    done += copied;
    if (copied != count) return done;
  }
  return from.size();
}

}  // namespace steward
