// Everything the tool says about itself, made from the command table.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/command.h"

namespace steward::cli {

std::string version_text();
void print_overview(std::ostream& out);
void print_help(const Command& command, std::ostream& out);
// The text of docs/cli.md.
void print_reference(std::ostream& out);

}  // namespace steward::cli
