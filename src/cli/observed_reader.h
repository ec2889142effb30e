// A trace whose events a report sees too, on their way to the analysis.
#pragma once

#include <string>

#include "report/collector.h"
#include "trace/reader.h"

namespace steward::cli {

class ObservedReader final : public Reader {
 public:
  // Both must outlive this.
  ObservedReader(Reader& trace, report::Collector& collector)
      : trace_(trace), collector_(collector) {}

  Result<std::size_t, Error> read(std::span<Event> batch) override {
    auto count = trace_.read(batch);
    if (count && first_pass_) {
      for (const Event& e : batch.first(*count)) collector_.observe(e);
    }
    return count;
  }
  Result<void, Error> rewind() override {
    // Before the whole trace was read it may be a false start, and observing twice does no harm.
    if (trace_.bytes_read() == trace_.bytes_total()) first_pass_ = false;
    return trace_.rewind();
  }

  const Names& names() const override { return trace_.names(); }
  std::uint8_t max_store_age() const override { return trace_.max_store_age(); }
  std::uint64_t bytes_read() const override { return trace_.bytes_read(); }
  std::uint64_t bytes_total() const override { return trace_.bytes_total(); }
  std::uint64_t events_read() const override { return trace_.events_read(); }
  const std::string& file() const override { return trace_.file(); }
  std::string place() const override { return trace_.place(); }

 private:
  Reader& trace_;
  report::Collector& collector_;
  bool first_pass_ = true;
};

}  // namespace steward::cli
