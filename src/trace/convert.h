// From one format to another, or from a reader to anything that writes.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace steward {

// What is done with the events until now: asked often, for whoever shows progress.
using OnConverted = std::function<void(const char* phase)>;

// Copies all events and names from where `reader` stands, which must be its start, and finishes the
// writer. Returns how many events were read. On an error the output is left unfinished, and the
// reader may stand anywhere.
Result<std::uint64_t, Error> convert(
    Reader& reader, Writer& writer, const OnConverted& on_batch = [](const char*) {});

}  // namespace steward
