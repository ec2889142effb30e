// From one format to another, or from a reader to anything that writes.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace steward {

// Copies all events and names from where `reader` stands, which must be its start, and finishes the
// writer. Returns how many events were read. On an error the output is left unfinished.
Result<std::uint64_t, Error> convert(Reader& reader, Writer& writer);

}  // namespace steward
