// Writes the binary format of docs/formats/trace.md to a file.
#pragma once

#include <memory>

#include "trace/binary_encoder.h"
#include "trace/writer.h"

namespace steward {

class BinaryWriter final : public Writer {
 public:
  BinaryWriter(std::unique_ptr<ByteSink> sink, const WriterOptions& options);

  void define(NamedObject what, std::uint64_t id, std::string_view name) override;
  void define(SiteId id, const Site& site) override;
  void define(AddressRange range, std::string_view name) override;
  Result<void, Error> write(const Event& event) override;
  Result<void, Error> finish() override;

 private:
  BufferedSink out_;
  BinaryEncoder encoder_;
  const std::uint8_t max_store_age_;
};

}  // namespace steward
