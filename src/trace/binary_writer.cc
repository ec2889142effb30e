#include "trace/binary_writer.h"

#include <string>
#include <utility>

namespace steward {

static_assert(BinaryEncoder::kMaxDefinitionBytes <= BufferedSink::kMaxPiece);

BinaryWriter::BinaryWriter(std::unique_ptr<ByteSink> sink, const WriterOptions& options)
    : out_(std::move(sink)), max_store_age_(options.max_store_age) {
  out_.advance(BinaryEncoder::header(max_store_age_, out_.reserve(binary_format::kHeaderBytes)));
}

void BinaryWriter::define(NamedObject what, std::uint64_t id, std::string_view name) {
  const auto kind = static_cast<binary_format::Defined>(what);
  out_.advance(
      BinaryEncoder::name(kind, id, name, out_.reserve(BinaryEncoder::kMaxDefinitionBytes)));
}

void BinaryWriter::define(SiteId id, const Site& site) {
  std::byte* out = out_.reserve(BinaryEncoder::kMaxDefinitionBytes);
  out_.advance(BinaryEncoder::site(id, site.function, site.file, site.line, site.column, out));
}

void BinaryWriter::define(AddressRange range, std::string_view name) {
  out_.advance(BinaryEncoder::range(range, name, out_.reserve(BinaryEncoder::kMaxDefinitionBytes)));
}

Result<void, Error> BinaryWriter::write(const Event& event) {
  if (event.kind == EventKind::atomic_load && event.store_age > max_store_age_)
    return Error{"", "",
                 "an atomic_load reads a store of age " + std::to_string(event.store_age) +
                     ", but the trace declares at most " + std::to_string(max_store_age_)};
  out_.advance(encoder_.event(event, out_.reserve(BinaryEncoder::kMaxEventBytes)));
  return out_.status();
}

Result<void, Error> BinaryWriter::finish() {
  out_.advance(encoder_.end(out_.reserve(BinaryEncoder::kMaxEndBytes)));
  return out_.finish();
}

}  // namespace steward
