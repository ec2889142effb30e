#include "trace/rapid_names.h"

#include <algorithm>
#include <charconv>

#include "trace/rapid_line.h"

namespace steward {
namespace {

// `name` without what would end it too early, or `otherwise` if it is empty.
std::string word_from(std::string_view name, std::string otherwise) {
  if (name.empty()) return otherwise;
  std::string word(name);
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c == '|' || c == '\n'; }, '_');
  return word;
}

std::string hexadecimal(std::uint64_t value) {
  char digits[16];
  return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

}  // namespace

const std::string& UniqueWords::choose(std::uint64_t number, const std::string& wish) {
  std::string word = wish;
  while (uses_.contains(word)) word = wish + "~" + std::to_string(++uses_[wish]);
  uses_.emplace(word, 1);
  return words_[number] = std::move(word);
}

std::string RapidNames::thread_wish(ThreadId id) const {
  std::string word = word_from(known_.thread(id), "T" + std::to_string(id.value()));
  // A line that begins like this would be taken for a comment.
  return is_blank_or_comment(word) ? "_" + word : word;
}

const std::string& RapidNames::thread(ThreadId id) {
  if (const std::string* word = threads_.find(id.value())) return *word;
  const std::string& word = threads_.choose(id.value(), thread_wish(id));
  owner_[word] = id.value();
  return word;
}

const std::string& RapidNames::forked_thread(ThreadId id) {
  if (threads_.find(id.value()) != nullptr) return thread(id);
  const std::string wish = thread_wish(id);
  const auto owner = owner_.find(wish);
  if (owner == owner_.end() || !joined_.contains(owner->second)) return thread(id);
  owner->second = id.value();
  return threads_.hand_over(id.value(), wish);
}

const std::string& RapidNames::lock(LockId id) {
  if (const std::string* word = locks_.find(id.value())) return *word;
  return locks_.choose(id.value(), word_from(known_.lock(id), "L" + std::to_string(id.value())));
}

const std::string& RapidNames::block(AddressRange bytes) {
  if (const std::string* word = blocks_.find(bytes.begin.value())) return *word;
  std::string wish = hexadecimal(bytes.begin.value());
  if (const auto place = known_.location(bytes.begin)) {
    wish = word_from(place->name, wish);
    if (place->offset != 0 || place->size != bytes.size)
      wish += "+" + std::to_string(place->offset);
  }
  return blocks_.choose(bytes.begin.value(), wish);
}

std::string RapidNames::location(SiteId id) const {
  const Site* site = known_.site(id);
  std::string text = site == nullptr ? std::to_string(id.value()) : text_of(*site);
  std::replace(text.begin(), text.end(), '\n', '_');
  while (!text.empty() && text.back() == '\r') text.pop_back();
  return text.empty() ? "0" : text;
}

}  // namespace steward
