#include "report/pattern.h"

namespace steward::report {

Pattern::Pattern(std::string_view text) {
  if (text.starts_with('^')) {
    at_start_ = true;
    text.remove_prefix(1);
  }
  if (text.ends_with('$')) {
    at_end_ = true;
    text.remove_suffix(1);
  }
  std::string piece;
  for (const char c : text) {
    if (c == '*') {
      pieces_.push_back(piece);
      piece.clear();
    } else {
      piece += c;
    }
  }
  pieces_.push_back(piece);
}

// Taking each piece at its first possible place leaves the most room for those that follow, so no
// other place need be tried; only the last piece of an anchored pattern has a place of its own.
bool Pattern::matches(std::string_view subject) const {
  std::size_t from = 0;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::string& piece = pieces_[i];
    const bool fixed_start = i == 0 && at_start_;
    if (i + 1 == pieces_.size() && at_end_) {
      if (fixed_start) return subject == piece;
      return subject.size() >= from + piece.size() && subject.ends_with(piece);
    }
    const std::size_t found = subject.find(piece, from);
    if (found == std::string_view::npos || (fixed_start && found != 0)) return false;
    from = found + piece.size();
  }
  return true;
}

}  // namespace steward::report
