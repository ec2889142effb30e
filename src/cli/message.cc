#include "cli/message.h"

#include <algorithm>
#include <cctype>
#include <iostream>

#include "cli/command.h"
#include "report/render/phrases.h"

namespace steward::cli {

void say(std::string_view message) {
  std::cerr << "steward: " << report::printable(message) << "\n";
}

int mistake(std::string_view message) {
  say(message);
  return kExitMistake;
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-./:,=+@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') quoted += "'\\''";
    else quoted += c;
  }
  return quoted + "'";
}

}  // namespace steward::cli
