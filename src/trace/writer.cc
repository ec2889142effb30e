#include "trace/writer.h"

#include <utility>

#include "trace/binary_writer.h"
#include "trace/rapid_writer.h"

namespace steward {

Result<std::unique_ptr<Writer>, Error> create(const std::string& path, Format format,
                                              const WriterOptions& options) {
  auto sink = create_file(path);
  if (!sink) return std::move(sink).error();
  return create(std::move(*sink), format, options);
}

std::unique_ptr<Writer> create(std::unique_ptr<ByteSink> sink, Format format,
                               const WriterOptions& options) {
  if (format == Format::binary) return std::make_unique<BinaryWriter>(std::move(sink), options);
  return std::make_unique<RapidWriter>(std::move(sink), options);
}

}  // namespace steward
