// steward print-reference: docs/cli.md, from the command table.

#include <iostream>

#include "cli/command.h"
#include "cli/help.h"

namespace steward::cli {
namespace {

int reference(const Arguments&) {
  print_reference(std::cout);
  return kExitOk;
}

const RegisteredCommand registered_print_reference({
    .name = "print-reference",
    .summary = "prints docs/cli.md",
    .description = "Prints docs/cli.md.",
    .options = {},
    .run = reference,
    .hidden = true,
});

}  // namespace
}  // namespace steward::cli
