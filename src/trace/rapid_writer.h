// Writes the text format of docs/formats/rapid.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "trace/partition.h"
#include "trace/rapid_names.h"
#include "trace/writer.h"

namespace steward {

// The format knows whole variables where Steward has ranges of bytes, so an access becomes one
// event for each block of the Partition that the survey found.
class RapidWriter final : public Writer {
 public:
  RapidWriter(std::unique_ptr<ByteSink> sink, const WriterOptions& options)
      : out_(std::move(sink)), drop_inexpressible_(options.drop_inexpressible) {}

  void define(NamedObject what, std::uint64_t id, std::string_view name) override;
  void define(SiteId id, const Site& site) override;
  void define(AddressRange range, std::string_view name) override;

  bool wants_survey() const override { return true; }
  void survey(const Event& event) override;
  Result<void, Error> write(const Event& event) override;
  Result<void, Error> finish() override { return out_.finish(); }
  std::uint64_t dropped() const override { return dropped_; }

 private:
  void accesses(const Event& event, std::string_view operation);
  void line(const Event& event, std::string_view operation, std::string_view operand);
  Result<void, Error> inexpressible(const Event& event);
  Error refused(const Event& event, std::string_view why);

  BufferedSink out_;
  const bool drop_inexpressible_;
  Partition partition_;
  bool first_line_ = true;
  bool sealed_ = false;
  RapidNames names_;
  std::string line_;
  std::uint64_t dropped_ = 0;
};

}  // namespace steward
