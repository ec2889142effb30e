// Who may access a location, drawn through a recorded execution.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "base/result.h"

namespace steward::cli {

// The Goldilockset of `location` ("counter", "counter+4", "0x55d0c0ffee") through the trace in
// `file`, its last `most` lines. The error is a sentence, without which nothing has been printed.
Result<void, std::string> draw_sets(const std::string& file, const std::string& location,
                                    std::size_t most, std::ostream& out);

}  // namespace steward::cli
