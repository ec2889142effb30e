#include "cli/message.h"

#include <iostream>

#include "report/render/phrases.h"

namespace steward::cli {

void say(std::string_view message) {
  std::cerr << "steward: " << report::printable(message) << "\n";
}

}  // namespace steward::cli
