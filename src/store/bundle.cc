#include "store/bundle.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace steward::store {
namespace {

using Json = nlohmann::json;

// The first line. The second is JSON; what follows are the parts whose sizes that has.
constexpr std::string_view kFirstLine = "steward bundle 1\n";

constexpr std::array<std::string_view, 5> kChoices = {"random", "pct", "pos", "varied", "mixed"};
constexpr std::array<std::string_view, 6> kTrials = {"none",        "both go on",  "one waits",
                                                     "other waits", "one is late", "other is late"};
constexpr std::array<std::string_view, 5> kPlaces = {"unknown", "global", "heap", "stack",
                                                     "thread-local"};

Json json_of(const std::vector<KnownFile>& files) {
  Json list = Json::array();
  for (const KnownFile& file : files) list.push_back({{"path", file.path}, {"hash", file.hash}});
  return list;
}
Json json_of(const std::vector<std::pair<std::string, std::string>>& variables) {
  Json object = Json::object();
  for (const auto& [name, value] : variables) object[name] = value;
  return object;
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Json manifest_of(const Bundle& bundle) {
  const channel::ExplorationHeader& header = bundle.header;
  Json ranges = Json::array();
  for (const channel::StatementRange& range : bundle.ranges)
    ranges.push_back({{"module", range.module},
                      {"begin", range.begin},
                      {"end", range.end},
                      {"statement", range.statement}});
  Json pairs = Json::array();
  for (const channel::StatementPair& pair : bundle.pairs)
    pairs.push_back({pair.first, pair.second});
  Json tracked = Json::array();
  for (const channel::PlanEntry& entry : bundle.tracked)
    tracked.push_back({{"place", kPlaces.at(static_cast<std::size_t>(entry.place))},
                       {"module", entry.module},
                       {"site", entry.site},
                       {"offset", entry.offset},
                       {"size", entry.size}});
  return {
      {"id", bundle.id},
      {"outcome", bundle.outcome},
      {"detail", bundle.detail},
      {"about", bundle.about},
      {"usual_exit", bundle.usual.exit},
      {"usual_output", bundle.usual.output},
      {"usual_accesses", bundle.usual.accesses},
      {"check", bundle.usual.check},
      {"program",
       {{"path", bundle.program.path},
        {"words", bundle.program.words},
        {"folder", bundle.program.folder}}},
      {"modules", json_of(bundle.modules)},
      {"files", json_of(bundle.files)},
      {"environment", json_of(bundle.environment)},
      {"secrets", json_of(bundle.secrets)},
      {"options",
       {{"seed", header.seed},
        {"strategy", kChoices.at(static_cast<std::size_t>(header.choice))},
        {"directed", header.directed == channel::Direction::races},
        {"cornered", header.directed == channel::Direction::deadlocks},
        {"spurious", header.spurious != 0},
        {"depth", header.depth},
        {"expected_steps", header.expected_steps},
        {"most_steps", header.most_steps},
        {"heuristic", channel::word_for(header.stale)},
        {"tear", header.tear != 0},
        {"weak_atomics", header.weak_atomics != 0},
        {"until_met", header.until_met != 0},
        {"trial", kTrials.at(static_cast<std::size_t>(header.trial))},
        {"passes", header.passes},
        {"not_own_stacks", header.not_own_stacks != 0},
        {"checks_all", header.checks_all != 0},
        {"only_tracked", header.only_tracked != 0},
        {"start_time", header.start_time},
        {"processors", header.processors},
        {"seconds", bundle.seconds}}},
      {"statements", std::move(ranges)},
      {"pairs", std::move(pairs)},
      {"tracked", std::move(tracked)},
      {"stale_reads", bundle.stale_reads},
      {"schedule_bytes", bundle.schedule.size()},
      {"schedule_hash", hash_of(text_of(bundle.schedule))},
      {"input_bytes", bundle.input.size()},
      {"input_hash", hash_of(bundle.input)},
  };
}

std::vector<KnownFile> files_in(const Json& list) {
  std::vector<KnownFile> files;
  for (const Json& file : list) files.push_back({file.at("path"), file.at("hash")});
  return files;
}
std::vector<std::pair<std::string, std::string>> variables_in(const Json& object) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (const auto& [name, value] : object.items()) variables.emplace_back(name, value);
  return variables;
}

// The one that a word of a table stands for; `what` says what kind of word that is.
template <class Enum, class Table>
Enum named(const Table& table, const std::string& word, const char* what) {
  const auto found = std::find(std::begin(table), std::end(table), word);
  if (found == std::end(table))
    throw std::invalid_argument(fmt::format("there is no {} '{}'", what, word));
  return static_cast<Enum>(found - std::begin(table));
}

// Throws what nlohmann throws for a manifest that lacks something, and std::invalid_argument.
Bundle bundle_of(const Json& manifest) {
  Bundle bundle;
  bundle.id = manifest.at("id");
  bundle.outcome = manifest.at("outcome");
  bundle.detail = manifest.at("detail");
  bundle.about = manifest.at("about");
  bundle.usual.exit = manifest.at("usual_exit");
  bundle.usual.output = manifest.value("usual_output", "");
  bundle.usual.accesses = manifest.value("usual_accesses", bundle.usual.accesses);
  bundle.usual.check = manifest.value("check", "");
  const Json& program = manifest.at("program");
  bundle.program = {program.at("path"), program.at("words"), program.at("folder")};
  bundle.modules = files_in(manifest.at("modules"));
  bundle.files = files_in(manifest.at("files"));
  bundle.environment = variables_in(manifest.at("environment"));
  bundle.secrets = variables_in(manifest.at("secrets"));
  const Json& options = manifest.at("options");
  channel::ExplorationHeader& header = bundle.header;
  header.seed = options.at("seed");
  header.choice = named<channel::Choice>(kChoices, options.at("strategy"), "strategy");
  if (options.at("directed").get<bool>()) header.directed = channel::Direction::races;
  header.spurious = options.at("spurious").get<bool>() ? 1 : 0;
  header.depth = options.at("depth");
  header.expected_steps = options.at("expected_steps");
  header.most_steps = options.at("most_steps");
  header.start_time = options.at("start_time");
  header.processors = options.at("processors");
  // The first bundles had none of these.
  bundle.seconds = options.value("seconds", bundle.seconds);
  if (options.value("cornered", false)) header.directed = channel::Direction::deadlocks;
  header.stale = named<channel::Stale>(
      channel::kStaleWords, options.value("heuristic", channel::kStaleWords[0]), "heuristic");
  header.tear = options.value("tear", false) ? 1 : 0;
  header.weak_atomics = options.value("weak_atomics", false) ? 1 : 0;
  header.until_met = options.value("until_met", false) ? 1 : 0;
  header.trial =
      named<channel::Trial>(kTrials, options.value("trial", std::string(kTrials[0])), "trial");
  header.passes = options.value("passes", header.passes);
  header.not_own_stacks = options.value("not_own_stacks", false) ? 1 : 0;
  header.checks_all = options.value("checks_all", false) ? 1 : 0;
  header.only_tracked = options.value("only_tracked", false) ? 1 : 0;
  bundle.stale_reads = manifest.value("stale_reads", bundle.stale_reads);
  for (const Json& entry : manifest.value("tracked", Json::array()))
    bundle.tracked.push_back(
        {channel::PlanRole::watch, named<channel::Place>(kPlaces, entry.at("place"), "place"),
         entry.at("module"), entry.at("site"), entry.at("offset"), entry.at("size"), 0});
  for (const Json& range : manifest.at("statements"))
    bundle.ranges.push_back(
        {range.at("module"), range.at("begin"), range.at("end"), range.at("statement")});
  for (const Json& pair : manifest.at("pairs")) bundle.pairs.push_back({pair.at(0), pair.at(1)});
  return bundle;
}

std::string read_problem(const std::string& path) {
  return fmt::format("cannot read {}: {}", path, std::strerror(errno));
}

}  // namespace

Result<void, std::string> write_bundle(const Bundle& bundle, const std::string& path) {
  // Replaced at once: who is killed meanwhile leaves the old one.
  const std::string draft = fmt::format("{}.{}", path, getpid());
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file << kFirstLine << manifest_of(bundle).dump(-1, ' ', false, Json::error_handler_t::replace)
       << '\n';
  file.write(reinterpret_cast<const char*>(bundle.schedule.data()),
             static_cast<std::streamsize>(bundle.schedule.size()));
  file << bundle.input;
  file.close();
  if (!file || std::rename(draft.c_str(), path.c_str()) != 0)
    return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  return {};
}

Result<Bundle, std::string> read_bundle(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return read_problem(path);
  std::string first;
  std::string second;
  std::getline(file, first);
  if (first + '\n' != kFirstLine)
    return first.starts_with("steward bundle ")
               ? path + ": is a bundle of another version of Steward; this one reads version 1"
               : path + ": is no bundle of Steward";
  std::getline(file, second);
  try {
    const Json manifest = Json::parse(second);
    Bundle bundle = bundle_of(manifest);
    const std::size_t schedule = manifest.at("schedule_bytes");
    const std::size_t input = manifest.at("input_bytes");
    const std::string rest{std::istreambuf_iterator<char>(file), {}};
    if (schedule > rest.size() || input != rest.size() - schedule)
      return path + ": is cut off, or longer than it says";
    const auto* const bytes = reinterpret_cast<const std::byte*>(rest.data());
    bundle.schedule.assign(bytes, bytes + schedule);
    bundle.input = rest.substr(schedule);
    // The first bundles had no hashes of these.
    if (const std::string hash = hash_of(text_of(bundle.schedule));
        manifest.value("schedule_hash", hash) != hash)
      return path + ": the schedule in it is damaged";
    if (const std::string hash = hash_of(bundle.input); manifest.value("input_hash", hash) != hash)
      return path + ": the input in it is damaged";
    if (bundle.program.words.empty()) return path + ": names no program";
    return bundle;
  } catch (const std::exception& problem) {
    return fmt::format("{}: line 2: {}", path, problem.what());
  }
}

std::string hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

std::optional<std::string> hash_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return std::nullopt;
  return hash_of(bytes);
}

bool may_be_shown(const std::string& variable) {
  constexpr std::array<std::string_view, 10> kNames = {
      "PATH",    "LANG",  "LANGUAGE", "TZ", "TERM", "TMPDIR", "LD_LIBRARY_PATH",
      "COLUMNS", "LINES", "PWD"};
  constexpr std::array<std::string_view, 8> kPrefixes = {"LC_",    "MALLOC_", "GLIBC_", "GLIBCXX_",
                                                         "GTEST_", "TSAN_",   "UBSAN_", "STEWARD_"};
  return std::find(kNames.begin(), kNames.end(), variable) != kNames.end() ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return variable.starts_with(prefix); });
}

}  // namespace steward::store
