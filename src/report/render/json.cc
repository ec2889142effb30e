#include "report/render/json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "report/words.h"

namespace steward::report {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
Json word_or_null(const std::optional<T>& value) {
  return value ? Json(word_for(*value)) : Json(nullptr);
}

Json to_json_value(const std::string& text);
Json to_json_value(const Frame& frame);
Json to_json_value(const Stack& stack);
Json to_json_value(const LockHeld& held);
Json to_json_value(const Evidence& evidence);
Json to_json_value(const ClassifiedLocation::Runs& runs);

// An empty list is [], never null.
template <class T>
Json array_of(const std::vector<T>& list) {
  Json array = Json::array();
  for (const T& element : list) array.push_back(to_json_value(element));
  return array;
}

Json to_json_value(const std::string& text) { return text; }

Json to_json_value(const Frame& frame) {
  return {{"function", value_or_null(frame.function)}, {"file", value_or_null(frame.file)},
          {"line", value_or_null(frame.line)},         {"column", value_or_null(frame.column)},
          {"module", value_or_null(frame.module)},     {"offset", value_or_null(frame.offset)},
          {"callee", value_or_null(frame.callee)}};
}

Json to_json_value(const Stack& stack) { return array_of(stack); }

Json to_json_value(const LockHeld& held) {
  return {{"lock", held.lock},
          {"mode", word_for(held.mode)},
          {"acquired_at", array_of(held.acquired_at)}};
}

Json to_json_value(const Access& access) {
  const Frame top = access.stack.empty() ? Frame{} : access.stack.front();
  return {{"access", word_for(access.kind)},
          {"atomic", is_atomic(access.kind)},
          {"size", access.size},
          {"process", value_or_null(access.process)},
          {"thread", access.thread},
          {"function", value_or_null(top.function)},
          {"file", value_or_null(top.file)},
          {"line", value_or_null(top.line)},
          {"column", value_or_null(top.column)},
          {"locks", array_of(access.locks)},
          {"stack", array_of(access.stack)},
          {"address", access.address.value()},
          {"event", access.event ? Json(access.event->value()) : Json()},
          {"vptr", access.vptr},
          {"done", access.done}};
}

Json to_json_value(const Location& location) {
  return {{"kind", word_for(location.kind)},
          {"name", value_or_null(location.name)},
          {"offset", location.offset},
          {"size", location.size},
          {"allocated_at", location.allocated_at ? array_of(*location.allocated_at) : Json()},
          {"object_address", location.object_begin.value()},
          {"object_size", location.object_size},
          {"module", value_or_null(location.module)},
          {"module_offset", location.module_offset},
          {"owner", value_or_null(location.owner)}};
}

Json to_json_value(const RunCounts& runs) {
  return {{"predicted", runs.predicted}, {"confirm_tried", runs.confirm_tried},
          {"confirmed", runs.confirmed}, {"adversarial", runs.adversarial},
          {"choices", runs.choices},     {"stale", runs.stale},
          {"failed", runs.failed}};
}

Json to_json_value(const Evidence& evidence) {
  return {{"id", evidence.id},
          {"outcome", word_for(evidence.outcome)},
          {"cause", word_for(evidence.cause)},
          {"detail", evidence.detail},
          {"seed", evidence.seed},
          {"heuristic", value_or_null(evidence.heuristic)},
          {"first", evidence.first},
          {"replay", evidence.replay}};
}

Json to_json_value(const Race& race) {
  return {{"id", race.id},
          {"fingerprint", race.fingerprint},
          {"verdict", word_for(race.verdict)},
          {"real_by", word_or_null(race.real_by)},
          {"kind", kind_of(race)},
          {"location", to_json_value(race.location)},
          {"accesses", {to_json_value(race.earlier()), to_json_value(race.later())}},
          {"hint", value_or_null(race.hint)},
          {"constant_write", race.constant_write},
          {"runs", to_json_value(race.runs)},
          {"evidence", array_of(race.evidence)},
          {"replay", value_or_null(race.replay)},
          {"seen", race.seen}};
}

Json to_json_value(const FoundItem& item) {
  return {{"id", item.id},
          {"kind", item.kind},
          {"message", item.message},
          {"threads", array_of(item.threads)},
          {"stacks", array_of(item.stacks)},
          {"replay", value_or_null(item.replay)},
          {"process", value_or_null(item.process)},
          {"captions", array_of(item.captions)},
          {"locks", array_of(item.locks)}};
}

Json to_json_value(const Thread& thread) {
  return {{"id", thread.id},
          {"name", value_or_null(thread.name)},
          {"created_by", value_or_null(thread.created_by)},
          {"created_at", array_of(thread.created_at)},
          {"main", thread.main},
          {"system_id", thread.system_id},
          {"finished", thread.finished}};
}

Json to_json_value(const Lock& lock) {
  return {{"id", lock.id},
          {"name", value_or_null(lock.name)},
          {"kind", lock.kind},
          {"address", lock.address.value()},
          {"created_at", array_of(lock.created_at)}};
}

Json to_json_value(const ClassifiedLocation::Runs& runs) {
  return {{"heuristic", runs.heuristic}, {"runs", runs.runs},     {"choices", runs.choices},
          {"stale", runs.stale},         {"failed", runs.failed}, {"slow", runs.slow},
          {"seconds", runs.seconds}};
}

Json to_json_value(const ClassifiedLocation& location) {
  return {{"name", location.name},           {"runs", array_of(location.runs)},
          {"instances", location.instances}, {"writes", location.writes},
          {"kept", location.kept},           {"uncompressed", location.uncompressed}};
}

Json to_json_value(const Outcome& outcome) {
  return {{"exit", value_or_null(outcome.exit)},
          {"signal", value_or_null(outcome.signal)},
          {"runs", outcome.runs},
          {"seconds", outcome.seconds}};
}

Json to_json_value(const Loss& loss) { return {{"what", loss.what}, {"count", loss.count}}; }

// Names come from the program under test: bytes that are no UTF-8 are replaced, not refused.
std::string dumped(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One element a line: readable, searchable by line, and written piece by piece.
template <class T>
void write_list(std::ostream& out, std::string_view key, const std::vector<T>& list) {
  out << ",\n  \"" << key << "\": [";
  const char* separator = "\n    ";
  for (const T& element : list) {
    out << separator << dumped(to_json_value(element));
    separator = ",\n    ";
  }
  out << (list.empty() ? "]" : "\n  ]");
}

}  // namespace

void render_json(const Report& report, std::ostream& out) {
  out << "{\n  \"version\": " << kReportVersion << ",\n  \"tool\": \"steward\""
      << ",\n  \"command\": " << dumped(report.command)
      << ",\n  \"program\": " << dumped(array_of(report.program));
  write_list(out, "races", report.races);
  write_list(out, "kept_apart", report.kept_apart);
  write_list(out, "findings", report.findings);
  write_list(out, "threads", report.threads);
  write_list(out, "locks", report.locks);
  if (!report.locations.empty()) write_list(out, "locations", report.locations);
  out << ",\n  \"outcome\": " << dumped(to_json_value(report.outcome));
  write_list(out, "loss", report.loss);
  out << "\n}\n";
}

}  // namespace steward::report
