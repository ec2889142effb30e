#include "report/read_report.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/text_file.h"
#include "report/words.h"

namespace steward::report {
namespace {

using Parsed = nlohmann::json;

const Parsed& field(const Parsed& object, const char* name) {
  static const Parsed nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

std::optional<std::string> text_in(const Parsed& object, const char* name) {
  const Parsed& value = field(object, name);
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}
template <class Number>
std::optional<Number> number_in(const Parsed& object, const char* name) {
  const Parsed& value = field(object, name);
  if (!value.is_number_unsigned()) return std::nullopt;
  return static_cast<Number>(value.get<std::uint64_t>());
}
bool flag_in(const Parsed& object, const char* name) {
  const Parsed& value = field(object, name);
  return value.is_boolean() && value.get<bool>();
}
std::uint64_t count_in(const Parsed& object, const char* name) {
  return number_in<std::uint64_t>(object, name).value_or(0);
}
double seconds_in(const Parsed& object) {
  const Parsed& value = field(object, "seconds");
  return value.is_number() ? value.get<double>() : 0;
}
template <class T, class Read>
std::vector<T> list_in(const Parsed& object, const char* name, Read&& read) {
  std::vector<T> list;
  const Parsed& value = field(object, name);
  if (value.is_array())
    for (const Parsed& element : value) list.push_back(read(element));
  return list;
}

std::string word(const Parsed& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

// The one of these that the word stands for.
template <class Enum, std::size_t count>
std::optional<Enum> meant(const std::optional<std::string>& word,
                          const std::array<Enum, count>& all) {
  for (const Enum one : all)
    if (word && *word == word_for(one)) return one;
  return std::nullopt;
}

Frame frame(const Parsed& json) {
  return {text_in(json, "function"),
          text_in(json, "file"),
          number_in<std::uint32_t>(json, "line"),
          number_in<std::uint32_t>(json, "column"),
          text_in(json, "module"),
          number_in<std::uint64_t>(json, "offset"),
          text_in(json, "callee")};
}
Stack stack_in(const Parsed& object, const char* name) {
  return list_in<Frame>(object, name, frame);
}

AccessKind access_kind(const Parsed& json) {
  const std::string word = text_in(json, "access").value_or("read");
  if (word == "free") return AccessKind::free;
  const bool atomic = flag_in(json, "atomic");
  if (word == "write") return atomic ? AccessKind::atomic_write : AccessKind::write;
  return atomic ? AccessKind::atomic_read : AccessKind::read;
}

LockHeld lock_held(const Parsed& json) {
  return {text_in(json, "lock").value_or(""),
          text_in(json, "mode") == "shared" ? LockMode::shared : LockMode::exclusive,
          stack_in(json, "acquired_at")};
}

Access access(const Parsed& json) {
  Access access;
  access.kind = access_kind(json);
  access.size = count_in(json, "size");
  access.process = number_in<std::uint64_t>(json, "process");
  access.thread = text_in(json, "thread").value_or("");
  access.locks = list_in<LockHeld>(json, "locks", lock_held);
  access.stack = stack_in(json, "stack");
  access.address = Address(count_in(json, "address"));
  if (const auto event = number_in<std::uint64_t>(json, "event")) access.event = EventIndex(*event);
  access.vptr = flag_in(json, "vptr");
  access.done = flag_in(json, "done");
  return access;
}

Location location(const Parsed& json) {
  Location location;
  location.kind = meant(text_in(json, "kind"), std::array{LocationKind::global, LocationKind::heap,
                                                          LocationKind::stack, LocationKind::tls})
                      .value_or(LocationKind::unknown);
  location.name = text_in(json, "name");
  location.offset = count_in(json, "offset");
  location.size = count_in(json, "size");
  if (field(json, "allocated_at").is_array())
    location.allocated_at = stack_in(json, "allocated_at");
  location.object_begin = Address(count_in(json, "object_address"));
  location.object_size = count_in(json, "object_size");
  location.module = text_in(json, "module");
  location.module_offset = count_in(json, "module_offset");
  location.owner = text_in(json, "owner");
  return location;
}

RunCounts run_counts(const Parsed& json) {
  const auto count = [&](const char* name) { return count_in(json, name); };
  return {count("predicted"), count("confirm_tried"), count("confirmed"), count("adversarial"),
          count("choices"),   count("stale"),         count("failed")};
}

Evidence evidence(const Parsed& json) {
  Evidence evidence;
  evidence.id = text_in(json, "id").value_or("");
  evidence.outcome = failure_named(text_in(json, "outcome").value_or("")).value_or(Failure::crash);
  evidence.cause = text_in(json, "cause") == "stale-value" ? Cause::stale_value : Cause::schedule;
  evidence.detail = text_in(json, "detail").value_or("");
  evidence.seed = count_in(json, "seed");
  evidence.heuristic = text_in(json, "heuristic");
  evidence.first = text_in(json, "first").value_or("");
  evidence.replay = text_in(json, "replay").value_or("");
  return evidence;
}

Race race(const Parsed& json) {
  Race race;
  race.id = text_in(json, "id").value_or("");
  race.fingerprint = text_in(json, "fingerprint").value_or("");
  race.verdict = meant(text_in(json, "verdict"),
                       std::array{Verdict::potential, Verdict::real, Verdict::harmful})
                     .value_or(Verdict::potential);
  race.real_by =
      meant(text_in(json, "real_by"), std::array{RealBy::simultaneous, RealBy::happens_before});
  race.location = location(field(json, "location"));
  const auto accesses = list_in<Access>(json, "accesses", access);
  for (std::size_t i = 0; i < accesses.size() && i < race.accesses.size(); ++i)
    race.accesses[i] = accesses[i];
  race.hint = text_in(json, "hint");
  race.constant_write = flag_in(json, "constant_write");
  race.runs = run_counts(field(json, "runs"));
  race.evidence = list_in<Evidence>(json, "evidence", evidence);
  race.replay = text_in(json, "replay");
  race.seen = count_in(json, "seen");
  return race;
}

FoundItem finding(const Parsed& json) {
  FoundItem item;
  item.id = text_in(json, "id").value_or("");
  item.kind = text_in(json, "kind").value_or("");
  item.message = text_in(json, "message").value_or("");
  item.threads = list_in<std::string>(json, "threads", word);
  item.stacks = list_in<Stack>(json, "stacks", [](const Parsed& frames) {
    Stack stack;
    if (frames.is_array())
      for (const Parsed& one : frames) stack.push_back(frame(one));
    return stack;
  });
  item.replay = text_in(json, "replay");
  item.process = number_in<std::uint64_t>(json, "process");
  item.captions = list_in<std::string>(json, "captions", word);
  item.locks = list_in<std::string>(json, "locks", word);
  return item;
}

Thread thread(const Parsed& json) {
  Thread thread;
  thread.id = text_in(json, "id").value_or("");
  thread.name = text_in(json, "name");
  thread.created_by = text_in(json, "created_by");
  thread.created_at = stack_in(json, "created_at");
  thread.main = field(json, "main").is_boolean() ? flag_in(json, "main")
                                                 : !thread.created_by && thread.created_at.empty();
  thread.system_id = count_in(json, "system_id");
  thread.finished = flag_in(json, "finished");
  return thread;
}

Lock lock(const Parsed& json) {
  Lock lock;
  lock.id = text_in(json, "id").value_or("");
  lock.name = text_in(json, "name");
  lock.kind = text_in(json, "kind").value_or("mutex");
  lock.address = Address(count_in(json, "address"));
  lock.created_at = stack_in(json, "created_at");
  return lock;
}

ClassifiedLocation::Runs classified_runs(const Parsed& json) {
  return {text_in(json, "heuristic").value_or(""),
          count_in(json, "runs"),
          count_in(json, "choices"),
          count_in(json, "stale"),
          count_in(json, "failed"),
          count_in(json, "slow"),
          seconds_in(json)};
}
ClassifiedLocation classified(const Parsed& json) {
  return {text_in(json, "name").value_or(""),
          list_in<ClassifiedLocation::Runs>(json, "runs", classified_runs),
          count_in(json, "instances"),
          count_in(json, "writes"),
          count_in(json, "kept"),
          count_in(json, "uncompressed")};
}

Outcome outcome(const Parsed& json) {
  return {number_in<int>(json, "exit"), number_in<int>(json, "signal"), count_in(json, "runs"),
          seconds_in(json)};
}

Loss loss(const Parsed& json) {
  return {text_in(json, "what").value_or(""), count_in(json, "count")};
}

}  // namespace

Result<Report, Error> read_report(const std::string& file) {
  auto text = read_text(file, "the report");
  if (!text) return std::move(text).error();
  return report_from(*text, file);
}

Result<Report, Error> report_from(const std::string& text, const std::string& file) {
  const Parsed json = Parsed::parse(text, nullptr, false);
  if (json.is_discarded() || text_in(json, "tool") != "steward" || !field(json, "races").is_array())
    return Error{file, "", "not a report of Steward in JSON, as --json writes it"};
  const int version = number_in<int>(json, "version").value_or(0);
  if (version != kReportVersion)
    return Error{
        file, "",
        fmt::format("a report of version {}; this tool reads version {}", version, kReportVersion)};
  Report report;
  report.command = text_in(json, "command").value_or("");
  report.program = list_in<std::string>(json, "program", word);
  report.races = list_in<Race>(json, "races", race);
  report.kept_apart = list_in<Race>(json, "kept_apart", race);
  report.findings = list_in<FoundItem>(json, "findings", finding);
  report.threads = list_in<Thread>(json, "threads", thread);
  report.locks = list_in<Lock>(json, "locks", lock);
  report.locations = list_in<ClassifiedLocation>(json, "locations", classified);
  report.outcome = outcome(field(json, "outcome"));
  report.loss = list_in<Loss>(json, "loss", loss);
  return report;
}

}  // namespace steward::report
