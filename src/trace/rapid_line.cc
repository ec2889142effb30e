#include "trace/rapid_line.h"

namespace steward {
namespace {

constexpr const char* kShape = "expected 'thread|op(operand)|location'";

struct Word {
  std::string_view text;
  RapidOperation operation;
};
constexpr Word kWords[] = {
    {"r", RapidOperation::read},           {"w", RapidOperation::write},
    {"acq", RapidOperation::acquire},      {"rel", RapidOperation::release},
    {"fork", RapidOperation::fork},        {"join", RapidOperation::join},
    {"begin", RapidOperation::block_mark}, {"end", RapidOperation::block_mark},
};

const Word* find_word(std::string_view text) {
  for (const Word& word : kWords)
    if (word.text == text) return &word;
  return nullptr;
}

}  // namespace

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

const char* parse_rapid_line(std::string_view line, RapidLine& parsed) {
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos || bar == 0) return kShape;
  parsed.thread = line.substr(0, bar);
  const std::string_view rest = line.substr(bar + 1);

  const std::size_t word_end = rest.find_first_of("(|");
  if (word_end == std::string_view::npos) return kShape;
  const Word* word = find_word(rest.substr(0, word_end));
  if (word == nullptr) return "unknown operation (known: r, w, acq, rel, fork, join, begin, end)";
  parsed.operation = word->operation;

  if (rest[word_end] == '|') {
    parsed.location = rest.substr(word_end + 1);
    // Only the marks of atomic blocks may come without an operand.
    return word->operation == RapidOperation::block_mark ? nullptr : kShape;
  }
  const std::size_t close = rest.find(")|", word_end);
  if (close == std::string_view::npos) return kShape;
  parsed.operand = rest.substr(word_end + 1, close - word_end - 1);
  parsed.location = rest.substr(close + 2);
  if (parsed.operand.empty() && word->operation != RapidOperation::block_mark)
    return "the operand is empty";
  return nullptr;
}

}  // namespace steward
