#include "cli/live/refusal_text.h"

#include <fmt/format.h>
#include <steward/race_record.h>
#include <string_view>

#include "report/words.h"

namespace steward::cli {
namespace {

// Why not what the user wanted.
std::string_view reason(int why) {
  switch (why) {
    case steward_why_not_caught: return ": nobody would catch steward::data_race";
    case steward_why_noexcept: return ": that function may not throw";
    case steward_why_noexcept_way:
      return ": a function that may not throw is on the way to who would catch it";
    case steward_why_no_exceptions: return ": no part of the program was linked to throw";
    case steward_why_no_check:
      return ": that code does not ask before (a library's, or not built by `steward c++ --guard`)";
    case steward_why_atomic: return ": an atomic operation cannot be refused";
    case steward_why_signal: return ": a signal has interrupted what may not throw";
    default: return "";
  }
}

}  // namespace

std::string refusal_line(std::uint32_t pid, const report::RefusedRecord& refused,
                         const std::string& thread) {
  const std::string who = refused.thread == 0 ? "the main thread" : "thread " + thread;
  const std::string_view access = report::word_for(refused.kind);
  const std::string when =
      refused.done ? fmt::format("right after this {}, which could not be foreseen", access)
                   : fmt::format("before this {}, which did not execute", access);
  switch (refused.way) {
    case steward_way_throw:
      return fmt::format("Steward: threw steward::data_race in {} of process {} {}\n", who, pid,
                         when);
    case steward_way_end_thread:
      return fmt::format("Steward: ended {} of process {} {}{}\n", who, pid, when,
                         reason(refused.why));
    default:
      return fmt::format("Steward: aborted process {} {}{}\n", pid, when, reason(refused.why));
  }
}

}  // namespace steward::cli
