#include "support/script.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <stdexcept>

#include "support/script_words.h"

namespace steward {
namespace {

constexpr std::uint64_t kFirstCell = 0x1000;
constexpr std::uint64_t kCellSize = 64;
constexpr std::uint64_t kDefaultSize = 4;

[[noreturn]] void fail(const std::string& what) {
  throw std::invalid_argument("no such script: " + what);
}

std::uint64_t number(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) fail("number " + std::string(text));
  return value;
}

ThreadId parse_thread(const std::string& text) {
  if (text.size() < 2 || text[0] != 'T') fail("thread " + text);
  return ThreadId(static_cast<std::uint32_t>(number(std::string_view(text).substr(1))));
}

// The value of an enumeration, from 0 or `first` on, that is written as `word`.
template <class Enum>
Enum parse_word(const std::string& word, Enum last, int first = 0) {
  for (int value = first; value <= static_cast<int>(last); ++value) {
    if (word == script_word(static_cast<Enum>(value))) return static_cast<Enum>(value);
  }
  fail("word " + word);
}

std::string without_comments(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t comment = std::min(text.find("//"), text.size());
    result += text.substr(0, comment);
    text.remove_prefix(std::min(text.find('\n', comment), text.size()));
  }
  return result;
}

// The words of each statement.
std::vector<std::vector<std::string>> statements(std::string_view text) {
  std::vector<std::vector<std::string>> result;
  std::string all = without_comments(text);
  std::replace(all.begin(), all.end(), '\n', ';');
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line, ';');) {
    std::istringstream words(line);
    std::vector<std::string> statement;
    for (std::string word; words >> word;) statement.push_back(word);
    if (!statement.empty()) result.push_back(std::move(statement));
  }
  return result;
}

}  // namespace

Script::Script(std::string_view text) {
  for (const Words& words : statements(text)) parse_statement(words);
}

void Script::parse_statement(Words words) {
  if (words.front().ends_with(':')) {
    carrier_ = parse_thread(words.front().substr(0, words.front().size() - 1));
    words.erase(words.begin());
  }
  if (words.empty()) return;
  if (words.back().ends_with('!')) {
    expected_.push_back(events_.size());
    words.back().pop_back();
    if (words.back().empty()) words.pop_back();
  }
  SiteId site(static_cast<std::uint32_t>(events_.size() + 1));
  if (!words.empty() && words.back().starts_with('@')) {
    site = SiteId(static_cast<std::uint32_t>(number(words.back().substr(1))));
    words.pop_back();
  }
  if (words.empty()) fail("statement without an operation");
  Event e = parse_operation(words);
  e.site = site;
  events_.push_back(e);
}

Event Script::parse_operation(const Words& words) {
  Event e;
  e.kind = parse_word(words[0], EventKind::untracked_end);
  e.thread = carrier_;
  std::size_t used = 1;
  const auto next = [&]() -> const std::string& {
    if (used == words.size()) fail("missing operand after " + words[0]);
    return words[used++];
  };
  if (e.kind == EventKind::copy) e.operand = parse_range(next()).begin.value();
  if (has_range(e.kind)) e.range = parse_range(next());
  if (has_order(e.kind)) e.order = parse_word(next(), MemoryOrder::seq_cst);
  const bool has_age = e.kind == EventKind::atomic_load && used < words.size();
  if (has_age) e.store_age = static_cast<std::uint8_t>(number(next()));
  if (names_thread(e.kind)) e.operand = parse_thread(next()).value();
  if (marks_region(e.kind)) e.untracked = parse_word(next(), Untracked::both, 1);
  if (names_lock(e.kind)) e.operand = id_of(locks_, next());
  if (names_condition(e.kind)) e.operand = id_of(conditions_, next());
  if (names_message(e.kind)) e.operand = id_of(messages_, next());
  if (e.kind == EventKind::wait) e.range.begin = Address(id_of(locks_, next()));
  if (used != words.size()) fail("too many operands after " + words[0]);
  return e;
}

AddressRange Script::parse_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string place = text.substr(0, colon);
  const std::size_t plus = place.find('+');
  const std::string name = place.substr(0, plus);
  const std::uint64_t size =
      colon == std::string::npos ? kDefaultSize : number(text.substr(colon + 1));
  const std::uint64_t offset = plus == std::string::npos ? 0 : number(place.substr(plus + 1));
  if (name.starts_with("0x")) return {Address(number(name) + offset), size};
  if (name.empty()) fail("cell " + text);
  if (offset + size > kCellSize) fail("cell " + text + " has only 64 bytes");
  const std::uint64_t begin =
      cells_.try_emplace(name, kFirstCell + kCellSize * cells_.size()).first->second;
  return {Address(begin + offset), size};
}

std::uint64_t Script::id_of(Names& names, const std::string& name) {
  if (name.starts_with('#')) return number(name.substr(1));
  return names.try_emplace(name, names.size() + 1).first->second;
}

AddressRange Script::cell(const std::string& name) const {
  return {Address(cells_.at(name)), kDefaultSize};
}

std::vector<std::string> Script::cells_of(std::span<const Address> bytes) const {
  std::set<std::string> names;
  for (Address byte : bytes) {
    for (const auto& [name, begin] : cells_) {
      if (AddressRange{Address(begin), kCellSize}.contains(byte)) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<Event> run(std::string_view text) { return Script(text).events(); }

}  // namespace steward
