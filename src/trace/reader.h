// Reading a trace of any format: events in batches, names beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "core/event/event.h"
#include "trace/byte_source.h"
#include "trace/error.h"
#include "trace/names.h"

namespace steward {

// A trace being read, front to back, in memory that does not depend on its length (but on how many
// names it has). A trace that is broken somewhere gives every event before the break, then the
// error.
class Reader {
 public:
  virtual ~Reader() = default;

  // Fills `batch` from its start and says how many events it got; 0 is the end of the trace. After
  // an error every further call gives the same error, until rewind(). REQUIRES: !batch.empty().
  virtual Result<std::size_t, Error> read(std::span<Event> batch) = 0;
  // Back to the first event, for an analysis of two passes. The names learned stay.
  virtual Result<void, Error> rewind() = 0;

  virtual const Names& names() const = 0;
  // No atomic_load of the trace reads an older store than this.
  virtual std::uint8_t max_store_age() const = 0;

  // Progress, since the start or the last rewind.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t bytes_total() const = 0;
  virtual std::uint64_t events_read() const = 0;

  // The name of the trace in messages.
  virtual const std::string& file() const = 0;
  // Where the last event of the latest batch stands, as Error::where says it.
  virtual std::string place() const = 0;
};

// Opens a trace of either format, told apart by content and not by file name.
Result<std::unique_ptr<Reader>, Error> open(const std::string& path);
Result<std::unique_ptr<Reader>, Error> open(std::unique_ptr<ByteSource> source);

// Where event number `index` of the trace stands, as Error::where says it; empty if there is no
// such event. Reads the trace from its start, so it is for the one event that a message is about.
std::string place_of(Reader& reader, std::uint64_t index);

}  // namespace steward
