// How fast `steward analyze` is, and whether its memory depends on the length of a trace: the tool
// itself, as a user runs it, on one core, the trace in the page cache.
//
// STEWARD_BENCH_EVENTS: events in the long trace (default 100 million); the short one has a tenth.
// Prints a table and writes analyze.json beside the program.
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "random_execution.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace steward::bench {
namespace {

namespace fs = std::filesystem;

struct Measured {
  std::string trace;
  std::string detector;
  std::uint64_t events = 0;
  double seconds = 0;
  long peak_kib = 0;
  std::size_t races = 0;

  double rate() const { return static_cast<double>(events) / seconds; }
};

[[noreturn]] void fail(const std::string& what) {
  fmt::print(stderr, "bench: {}\n", what);
  std::exit(1);
}

void generate(const fs::path& path, Discipline discipline, std::uint64_t events) {
  if (fs::exists(path)) return;
  const fs::path unfinished = path.string() + ".part";
  auto writer = create(unfinished, Format::binary);
  if (!writer) fail(writer.error().message());
  RandomExecution(discipline, events, 1).play([&](const Event& e) {
    if (auto written = (*writer)->write(e); !written) fail(written.error().message());
  });
  if (auto finished = (*writer)->finish(); !finished) fail(finished.error().message());
  fs::rename(unfinished, path);
}

void warm_page_cache(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<char> buffer(1 << 20);
  while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()))) {
  }
}

pid_t start(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, words[0].c_str(), &quiet, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (error != 0) fail("cannot start " + words[0]);
  return child;
}

using Words = std::vector<std::string>;

std::vector<Words> detectors() {
  return {{"fasttrack"}, {"goldilocks"},  {"hybrid", "--phases", "1"},
          {"hybrid"},    {"djit"},        {"lockset"},
          {"simple"},    {"simple-paper"}};
}

// Events a second without any detector.
double reading_rate(const fs::path& path) {
  auto trace = open(path);
  if (!trace) fail(trace.error().message());
  std::vector<Event> batch(2048);
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    const auto count = (*trace)->read(batch);
    if (!count) fail(count.error().message());
    if (*count == 0) break;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return static_cast<double>((*trace)->events_read()) / took.count();
}

Measured measure(const fs::path& tool, const fs::path& trace, const Words& detector,
                 std::uint64_t events) {
  warm_page_cache(trace);
  const fs::path json = trace.parent_path() / "result.json";
  const auto begin = std::chrono::steady_clock::now();
  Words command = {tool, "analyze", trace, "--json", json, "--exit-code", "0", "--detector"};
  command.insert(command.end(), detector.begin(), detector.end());
  const pid_t child = start(command);
  int status = 0;
  rusage usage = {};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const std::string name = fmt::format("{}", fmt::join(detector, " "));
  if (status != 0) fail(fmt::format("analyze --detector {} failed on {}", name, trace.string()));
  const auto report = nlohmann::json::parse(std::ifstream(json));
  return {trace.stem(), name, events, took.count(), usage.ru_maxrss, report["races"].size()};
}

void print(const Measured& m) {
  fmt::print("{:<16} {:<20} {:>12} {:>9.1f} s {:>8.2f} million/s {:>8.1f} MiB {:>8} races\n",
             m.trace, m.detector, m.events, m.seconds, m.rate() / 1e6,
             static_cast<double>(m.peak_kib) / 1024, m.races);
  std::fflush(stdout);
}

// The child inherits it.
void use_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
}

int run(const fs::path& here) {
  const char* wanted = std::getenv("STEWARD_BENCH_EVENTS");
  const std::uint64_t events = wanted == nullptr ? 100'000'000 : std::strtoull(wanted, nullptr, 10);
  const fs::path tool = here / "../bin/steward";
  const fs::path data = here / "data";
  fs::create_directories(data);
  use_one_core();
  nlohmann::json results = nlohmann::json::array();
  for (const Discipline discipline : {Discipline::wild, Discipline::guarded}) {
    for (const std::uint64_t length : {events / 10, events}) {
      const char* name = discipline == Discipline::wild ? "wild" : "guarded";
      const fs::path trace = data / fmt::format("{}-{}.trace", name, length);
      generate(trace, discipline, length);
      fmt::print("{:<16} {:<20} {:>12} {:>33.1f} million/s\n", trace.stem().string(),
                 "reading alone", length, reading_rate(trace) / 1e6);
      for (const Words& detector : detectors()) {
        const Measured m = measure(tool, trace, detector, length);
        print(m);
        results.push_back({{"trace", m.trace},
                           {"detector", m.detector},
                           {"events", m.events},
                           {"seconds", m.seconds},
                           {"events_per_second", m.rate()},
                           {"peak_kib", m.peak_kib},
                           {"races", m.races}});
      }
    }
  }
  std::ofstream(here / "analyze.json") << results.dump(2) << "\n";
  return 0;
}

}  // namespace
}  // namespace steward::bench

int main(int, char** arguments) {
  return steward::bench::run(std::filesystem::absolute(arguments[0]).parent_path());
}
