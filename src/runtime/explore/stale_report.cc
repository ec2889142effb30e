#include "runtime/explore/stale_report.h"

#include "runtime/state/runtime.h"

namespace steward {
namespace {

// What is so large is a pointer, most often.
void add_value(std::uint64_t value, Words& message) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 32;
  if (value < kLarge) message << value;
  else message << Address(value);
}

}  // namespace

void tell_stale_read(Runtime& runtime, const StaleReadReport& report) {
  Remark remark = runtime.reporter.remark("stale-read", "stale-read");
  remark.message << report.reader.thread << " gets ";
  add_value(report.value, remark.message);
  remark.message << " where ";
  add_value(report.latest_value, remark.message);
  remark.message << " is the latest value";
  if (report.torn) remark.message << ": a mixture of two writes";
  const auto add = [&](const Words& caption, const LiveFinding::Access& access) {
    const AccessOrigin& origin = runtime.origins.at(access.origin.number());
    remark.about(access.thread);
    remark.stack(caption, origin.counter, origin.calls);
  };
  const bool atomic = report.reader.origin.kind() == AccessKind::atomic_read;
  add(Words(runtime.heap) << (atomic ? "Atomic read of size " : "Read of size ")
                          << report.bytes.size << " at " << report.bytes.begin << " by "
                          << report.reader.thread << ":",
      report.reader);
  if (report.writer != nullptr)
    add(Words(runtime.heap) << "What it gets was written by " << report.writer->thread << ":",
        *report.writer);
  add(Words(runtime.heap) << "The latest value was written by " << report.latest_writer.thread
                          << ":",
      report.latest_writer);
  LiveFinding race;
  race.bytes = report.bytes;
  race.earlier = report.writers_race ? *report.writer : report.latest_writer;
  race.later = report.writers_race ? report.latest_writer : report.reader;
  runtime.reporter.tell_stale(remark, race);
}

}  // namespace steward
