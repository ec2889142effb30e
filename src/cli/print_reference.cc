// steward print-reference: docs/cli.md, from the command table.

#include <iostream>

#include "cli/command.h"
#include "cli/help.h"

namespace steward::cli {
namespace {

int run(const Arguments&) {
  print_reference(std::cout);
  return kExitOk;
}

const RegisteredCommand registered({
    .name = "print-reference",
    .summary = "prints docs/cli.md",
    .description = "Prints docs/cli.md.",
    .options = {},
    .run = run,
    .hidden = true,
});

}  // namespace
}  // namespace steward::cli
