#include "report/render/sarif.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <system_error>

#include "report/render/phrases.h"
#include "report/words.h"

namespace steward::report {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr char kRoot[] = "SRCROOT";

struct Rule {
  const char* id;
  const char* name;
  const char* text;
};
constexpr Rule kRace{"data-race", "DataRace",
                     "Two threads access the same memory, one of them writes, and nothing orders "
                     "them."};

class Writer {
 public:
  explicit Writer(const std::string& root) {
    std::error_code failure;
    root_ = fs::weakly_canonical(root.empty() ? "." : root, failure);
  }

  Json run(const Report& report) {
    Json results = Json::array();
    for (const Race& race : report.races) results.push_back(result(race));
    for (const FoundItem& item : report.findings) results.push_back(result(item));
    // Code hosts refuse results that are nowhere: what has no place of its own is in the program.
    for (Json& result : results) {
      Json& locations = result["locations"];
      if (locations.empty()) locations.push_back(Json::object());
      if (!locations[0].contains("physicalLocation"))
        locations[0]["physicalLocation"] = {
            {"artifactLocation", artifact(report.program.empty() ? "." : report.program[0])}};
    }
    Json rules = Json::array();
    rules.push_back(rule(kRace.id, kRace.name, kRace.text));
    std::set<std::string> kinds;
    for (const FoundItem& item : report.findings)
      if (kinds.insert(item.kind).second) rules.push_back(rule(item.kind, "", headline(item)));
    return {{"tool",
             {{"driver",
               {{"name", "Steward"}, {"semanticVersion", kVersion}, {"rules", std::move(rules)}}}}},
            {"originalUriBaseIds", {{kRoot, {{"uri", "file://" + escaped(root_.string()) + "/"}}}}},
            {"columnKind", "unicodeCodePoints"},
            {"results", std::move(results)}};
  }

 private:
  static Json rule(const std::string& id, const std::string& name, const std::string& text) {
    Json json{{"id", id}};
    if (!name.empty()) json["name"] = name;
    json["shortDescription"] = {{"text", text}};
    return json;
  }

  // As a part of a URI.
  static std::string escaped(const std::string& path) {
    std::string uri;
    for (const char c : path) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') ||
                         std::string_view("/-._~+@").find(c) != std::string_view::npos;
      if (plain) uri += c;
      else uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
  }

  Json artifact(const std::string& file) const {
    std::error_code failure;
    const fs::path path = fs::weakly_canonical(file, failure);
    const fs::path below = path.lexically_relative(root_);
    if (!below.empty() && *below.begin() != "..")
      return {{"uri", escaped(below.generic_string())}, {"uriBaseId", kRoot}};
    return {{"uri", "file://" + escaped(path.generic_string())}};
  }

  // A place in the source, or in a module if that is all that is known.
  Json location(const Frame& frame, const std::string& message) const {
    Json json = Json::object();
    if (frame.file) {
      Json physical{{"artifactLocation", artifact(*frame.file)}};
      if (frame.line && *frame.line > 0) {
        physical["region"] = {{"startLine", *frame.line}};
        if (frame.column && *frame.column > 0) physical["region"]["startColumn"] = *frame.column;
      }
      json["physicalLocation"] = std::move(physical);
    }
    if (frame.function)
      json["logicalLocations"] = Json::array({{{"fullyQualifiedName", *frame.function}}});
    if (!message.empty()) json["message"] = {{"text", message}};
    return json;
  }

  static std::string text_of(const Access& access) {
    return fmt::format("{} by {}", describe_access(access, true), access.thread);
  }

  Json thread_flow(const Access& access) const {
    Json locations = Json::array();
    for (auto frame = access.stack.rbegin(); frame != access.stack.rend(); ++frame) {
      const bool is_top = frame + 1 == access.stack.rend();
      locations.push_back({{"location", location(*frame, is_top ? text_of(access) : "calls")}});
    }
    // There must be one.
    if (locations.empty())
      locations.push_back({{"location", {{"message", {{"text", text_of(access)}}}}}});
    return {{"id", access.thread}, {"locations", std::move(locations)}};
  }

  static const char* level_of(Verdict verdict) {
    return verdict == Verdict::harmful ? "error" : verdict == Verdict::real ? "warning" : "note";
  }

  Json result(const Race& race) const {
    std::string text =
        fmt::format("{}: {} and {}{}. Verdict: {}.", name_of_race(race),
                    describe_access(race.earlier(), false), describe_access(race.later(), false),
                    race.location.name ? " of " + *race.location.name : "", describe_verdict(race));
    for (const Evidence& evidence : race.evidence)
      text += fmt::format(" {}: {} ({}).", word_for(evidence.outcome), evidence.detail,
                          evidence.replay);
    if (race.hint) text += " " + *race.hint;
    Json json{
        {"ruleId", kRace.id},
        {"ruleIndex", 0},
        {"level", level_of(race.verdict)},
        {"message", {{"text", text}}},
        {"locations", Json::array()},
        {"partialFingerprints", {{"stewardRace/v1", race.fingerprint}}},
        {"codeFlows", Json::array({{{"threadFlows", Json::array({thread_flow(race.earlier()),
                                                                 thread_flow(race.later())})}}})},
        {"relatedLocations", Json::array()},
        {"properties", {{"id", race.id}, {"verdict", word_for(race.verdict)}}}};
    if (race.replay) json["properties"]["replay"] = *race.replay;
    if (!race.later().stack.empty())
      json["locations"].push_back(location(own_frame(race.later().stack), text_of(race.later())));
    if (!race.earlier().stack.empty())
      json["relatedLocations"].push_back(
          location(own_frame(race.earlier().stack), text_of(race.earlier())));
    return json;
  }

  Json result(const FoundItem& item) const {
    Json json{
        {"ruleId", item.kind},
        {"level", "warning"},
        {"message", {{"text", item.message.empty() ? item.kind : item.message}}},
        {"locations", Json::array()},
        {"partialFingerprints", {{"stewardFinding/v1", item.id.empty() ? item.kind : item.id}}}};
    for (const Stack& stack : item.stacks)
      if (!stack.empty() && own_frame(stack).file && json["locations"].empty())
        json["locations"].push_back(location(own_frame(stack), ""));
    return json;
  }

  fs::path root_;
};

}  // namespace

void render_sarif(const Report& report, const std::string& root, std::ostream& out) {
  const Json json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                  {"version", "2.1.0"},
                  {"runs", Json::array({Writer(root).run(report)})}};
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace steward::report
