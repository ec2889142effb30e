#include "trace/convert.h"

#include <utility>
#include <vector>

namespace steward {
namespace {

constexpr std::size_t kBatch = 1024;

// Hands new names over to a writer.
class NameCopier {
 public:
  void copy(const Names& from, Writer& to) {
    for (; objects_ < from.objects().size(); ++objects_) {
      const auto& object = from.objects()[objects_];
      to.define(object.what, object.id, object.name);
    }
    for (; sites_ < from.sites().size(); ++sites_)
      to.define(from.sites()[sites_].id, from.sites()[sites_].site);
    for (; ranges_ < from.ranges().size(); ++ranges_)
      to.define(from.ranges()[ranges_].range, from.ranges()[ranges_].name);
  }

 private:
  std::size_t objects_ = 0, sites_ = 0, ranges_ = 0;
};

// f(batch) for all events; f returns a Result<void, Error>.
template <class F>
Result<void, Error> for_each_batch(Reader& reader, const OnConverted& on_batch, const char* phase,
                                   F&& f) {
  std::vector<Event> buffer(kBatch);
  while (true) {
    auto got = reader.read(buffer);
    if (!got) return std::move(got).error();
    if (*got == 0) return {};
    if (auto done = f(std::span<const Event>(buffer.data(), *got)); !done) return done;
    on_batch(phase);
  }
}

Result<void, Error> survey(Reader& reader, Writer& writer, const OnConverted& on_batch) {
  auto done = for_each_batch(reader, on_batch, "surveying",
                             [&](std::span<const Event> batch) -> Result<void, Error> {
                               for (const Event& event : batch) writer.survey(event);
                               return {};
                             });
  if (!done) return done;
  return reader.rewind();
}

Result<void, Error> write(std::span<const Event> batch, Reader& reader, Writer& writer) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    auto written = writer.write(batch[i]);
    if (written) continue;
    Error error = std::move(written).error();
    if (error.file.empty()) {
      // Refused for what it is: then the place to look at is the one in the input.
      error.file = reader.file();
      error.where = place_of(reader, reader.events_read() - batch.size() + i);
    }
    return error;
  }
  return {};
}

}  // namespace

Result<std::uint64_t, Error> convert(Reader& reader, Writer& writer, const OnConverted& on_batch) {
  if (writer.wants_survey()) {
    if (auto done = survey(reader, writer, on_batch); !done) return std::move(done).error();
  }
  NameCopier names;
  auto done = for_each_batch(reader, on_batch, "writing", [&](std::span<const Event> batch) {
    names.copy(reader.names(), writer);
    return write(batch, reader, writer);
  });
  if (!done) return std::move(done).error();
  names.copy(reader.names(), writer);
  if (auto finished = writer.finish(); !finished) return std::move(finished).error();
  return reader.events_read();
}

}  // namespace steward
