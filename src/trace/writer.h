// Writing a trace of any format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "core/event/event.h"
#include "trace/byte_sink.h"
#include "trace/error.h"
#include "trace/names.h"

namespace steward {

enum class Format : std::uint8_t { binary, rapid };

struct WriterOptions {
  // What the trace declares (binary). Loads of older stores are refused.
  std::uint8_t max_store_age = 0;
  // Leave out, and count, events that the format cannot say (rapid), instead of refusing them.
  bool drop_inexpressible = false;
};

// A trace being written. Bytes go to their destination in large pieces, so an error such as a full
// disk may show only some events later, at the latest in finish(); after an error nothing more is
// written.
class Writer {
 public:
  virtual ~Writer() = default;

  // Names, before the first event that uses them.
  virtual void define(NamedObject what, std::uint64_t id, std::string_view name) = 0;
  virtual void define(SiteId id, const Site& site) = 0;
  virtual void define(AddressRange range, std::string_view name) = 0;

  // A format that must know all events beforehand is first shown each of them in survey(), then
  // each again in write(). The others ignore survey().
  virtual bool wants_survey() const { return false; }
  virtual void survey(const Event&) {}

  // An event that the format cannot say is refused by an Error without a file: where it stands is
  // known to whoever read it.
  virtual Result<void, Error> write(const Event& event) = 0;
  // Completes the file. Without it the file is recognised as cut off (binary).
  virtual Result<void, Error> finish() = 0;

  // How many events were left out because the format cannot say them.
  virtual std::uint64_t dropped() const { return 0; }
};

Result<std::unique_ptr<Writer>, Error> create(const std::string& path, Format format,
                                              const WriterOptions& options = {});
std::unique_ptr<Writer> create(std::unique_ptr<ByteSink> sink, Format format,
                               const WriterOptions& options = {});

}  // namespace steward
