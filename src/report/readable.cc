#include "report/readable.h"

#include <array>
#include <cstddef>
#include <utility>

namespace steward::report {
namespace {

using Words = std::pair<std::string_view, std::string_view>;  // and what they become

// In this order.
constexpr std::array<Words, 4> kShorter = {{
    {"std::__cxx11::", "std::"},
    {"[abi:cxx11]", ""},
    {"std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"},
    {"std::basic_string_view<char, std::char_traits<char> >", "std::string_view"},
}};
// The last argument of a template, if it begins like that, is what it would be anyway.
constexpr std::array<std::string_view, 6> kDefaults = {
    ", std::allocator<", ", std::less<",     ", std::char_traits<",
    ", std::hash<",      ", std::equal_to<", ", std::default_delete<"};

void replace_all(std::string& text, std::string_view words, std::string_view by) {
  for (std::size_t at = text.find(words); at != std::string::npos;
       at = text.find(words, at + by.size()))
    text.replace(at, words.size(), by);
}

// Behind the bracket that closes the one before `at`; npos if there is none.
std::size_t end_of_arguments(std::string_view text, std::size_t at) {
  for (int open = 1; at < text.size(); ++at) {
    if (text[at] == '<') ++open;
    if (text[at] == '>' && text[at - 1] != '-' && --open == 0) return at + 1;
  }
  return std::string_view::npos;
}

// Whether there was one to be left out.
bool leave_out(std::string& text, std::string_view beginning) {
  for (std::size_t at = text.find(beginning); at != std::string::npos;
       at = text.find(beginning, at + 1)) {
    const std::size_t end = end_of_arguments(text, at + beginning.size());
    if (end == std::string::npos || !std::string_view(text).substr(end).starts_with(" >")) continue;
    text.erase(at, end - at);
    return true;
  }
  return false;
}

}  // namespace

std::string readable(std::string_view function) {
  std::string text(function);
  for (const auto& [words, shorter] : kShorter) replace_all(text, words, shorter);
  for (bool any = true; any;) {
    any = false;
    for (const std::string_view beginning : kDefaults) any |= leave_out(text, beginning);
  }
  replace_all(text, " >", ">");
  return text;
}

}  // namespace steward::report
