#include "cli/stored/stored_report.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <set>
#include <utility>

#include "cli/memory.h"
#include "cli/message.h"
#include "report/merging.h"
#include "report/read_report.h"
#include "report/render/phrases.h"

namespace steward::cli {
namespace {

// As the store has them.
std::vector<store::Stored> taken_apart(const report::Report& report) {
  const std::string program = report.program.empty() ? "" : report.program.front();
  std::vector<store::Stored> all;
  const auto add = [&](std::vector<report::Race> races, std::vector<report::FoundItem> findings) {
    report::Report one;
    one.command = report.command;
    one.program = report.program;
    one.threads = report.threads;
    one.locks = report.locks;
    one.races = std::move(races);
    one.findings = std::move(findings);
    all.push_back({.program = program, .report = std::move(one)});
  };
  std::vector<report::Race> races = report.races;
  std::stable_sort(races.begin(), races.end(),
                   [](const report::Race& one, const report::Race& other) {
                     return one.verdict > other.verdict;
                   });
  for (const report::Race& race : races) add({race}, {});
  for (const report::FoundItem& item : report.findings) add({}, {item});
  return all;
}

// Who has mended a race and built the program anew does not want to see it.
void leave_out_older(std::vector<store::Stored>& all) {
  const std::size_t left_out =
      std::erase_if(all, [](const store::Stored& one) { return one.is_older; });
  if (left_out > 0)
    say(fmt::format("note: {} in older builds {} left out (--older)",
                    report::counted(left_out, "result"), left_out == 1 ? "is" : "are"));
}

}  // namespace

std::vector<Option> stored_options(std::vector<Option> own) {
  own.push_back({.name = "--from",
                 .value_name = "F",
                 .help = "what this report has (the JSON of any command) instead of the store's"});
  own.push_back({.name = "--program",
                 .value_name = "P",
                 .help = "only what was found in this program: its path, or the end of it"});
  return own;
}

std::vector<Option> stored_options_with_older(std::vector<Option> own) {
  own = stored_options(std::move(own));
  own.push_back({.kind = OptionKind::flag,
                 .name = "--older",
                 .help = "also what was found in builds that have been replaced since"});
  return own;
}

Result<std::vector<store::Stored>, std::string> stored_results(const Arguments& arguments,
                                                               bool older) {
  std::vector<store::Stored> all;
  if (const std::string& file = arguments.text("--from"); !file.empty()) {
    const auto report = report::read_report(file);
    if (!report) return report.error().message();
    all = taken_apart(*report);
  } else {
    auto store = store::Store::open_existing(store::usual_folder());
    if (!store) return store.error();
    if (!*store)
      return fmt::format("there is no store {} here: steward hunt, run and predict make one",
                         store::usual_folder());
    auto found = (*store)->all();
    if (!found) return found.error();
    all = *std::move(found);
    if (!older) leave_out_older(all);
  }
  const std::string& wanted = arguments.text("--program");
  if (wanted.empty()) return all;
  std::set<std::string> programs;
  for (const store::Stored& one : all) programs.insert(one.program);
  const std::string path = name_in_store(wanted);
  std::erase_if(all, [&](const store::Stored& one) {
    return one.program != path && !one.program.ends_with("/" + wanted) && one.program != wanted;
  });
  if (all.empty() && !programs.empty())
    return fmt::format("--program: nothing was found in '{}', only in: {}", wanted,
                       fmt::join(programs, ", "));
  return all;
}

report::Report joined(const std::vector<store::Stored>& all) {
  report::Report report;
  report.command = "report";
  bool one_program = true;
  for (const store::Stored& stored : all) {
    report::Report one = stored.report;
    adopt_names(report, one);
    for (report::Race& race : one.races) report.races.push_back(std::move(race));
    for (report::FoundItem& item : one.findings) report.findings.push_back(std::move(item));
    one_program = one_program && stored.program == all.front().program;
  }
  if (!all.empty() && one_program) report.program = all.front().report.program;
  return report;
}

bool write_result(const std::string& file, const std::string& text) {
  if (file.empty() || file == "-") {
    std::cout << text << std::flush;
    return std::cout.good();
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (out) return true;
  say(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  return false;
}

}  // namespace steward::cli
