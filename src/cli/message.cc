#include "cli/message.h"

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

}  // namespace steward::cli
