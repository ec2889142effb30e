// steward doctor: what would limit Steward, and the fix.

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/live/audit.h"
#include "cli/message.h"

namespace steward::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

// All that is known at the end.
struct Diagnosis {
  std::string program;  // empty: none was given
  std::vector<Remark> machine;
  ProgramAudit audit;
};

std::string_view word_for(Health health) {
  switch (health) {
    case Health::ok: return "ok";
    case Health::limit: return "limit";
    case Health::problem: return "problem";
  }
  return "";
}

void print(const std::vector<Remark>& remarks, std::ostream& out) {
  for (const Remark& remark : remarks) {
    out << fmt::format("  {:<8} {}: {}\n", word_for(remark.health), remark.topic, remark.message);
    if (!remark.fix.empty()) out << fmt::format("           fix: {}\n", remark.fix);
  }
}

void print_text(const Diagnosis& diagnosis, std::ostream& out) {
  out << "This machine:\n";
  print(diagnosis.machine, out);
  if (diagnosis.program.empty()) return;
  out << diagnosis.program << ":\n";
  print(diagnosis.audit.remarks, out);
}

OrderedJson as_json(const std::vector<Remark>& remarks) {
  OrderedJson all = OrderedJson::array();
  for (const Remark& remark : remarks) {
    all.push_back({{"health", word_for(remark.health)},
                   {"topic", remark.topic},
                   {"message", remark.message},
                   {"fix", remark.fix.empty() ? OrderedJson(nullptr) : OrderedJson(remark.fix)}});
  }
  return all;
}

std::string as_json(const Diagnosis& diagnosis) {
  OrderedJson json{{"version", 1},
                   {"tool", "steward"},
                   {"command", "doctor"},
                   {"machine", as_json(diagnosis.machine)},
                   {"program", nullptr}};
  if (!diagnosis.program.empty()) {
    OrderedJson unmodelled = OrderedJson::array();
    for (const UnmodelledSymbol& symbol : diagnosis.audit.unmodelled) {
      unmodelled.push_back(
          {{"symbol", symbol.symbol}, {"module", symbol.module}, {"family", symbol.family}});
    }
    json["program"] = {{"path", diagnosis.program},
                       {"remarks", as_json(diagnosis.audit.remarks)},
                       {"unmodelled", unmodelled}};
  }
  // Names of files are bytes; what is no text in them must not cost the report.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

bool healthy(const std::vector<Remark>& remarks) {
  for (const Remark& remark : remarks) {
    if (remark.health == Health::problem) return false;
  }
  return true;
}

int doctor(const Arguments& arguments) {
  const std::string& json = arguments.text("--json");
  std::ofstream file;
  if (!json.empty() && json != "-") {
    file.open(json, std::ios::binary);
    if (!file) {
      say(fmt::format("cannot write {}: {}", json, std::strerror(errno)));
      return kExitMistake;
    }
  }
  Diagnosis diagnosis;
  diagnosis.program = arguments.text("--audit");
  if (!diagnosis.program.empty()) {
    auto audit = audit_program(diagnosis.program);
    if (!audit) {
      say(audit.error().message);
      return kExitMistake;
    }
    diagnosis.audit = *std::move(audit);
  }
  diagnosis.machine = audit_machine();
  print_text(diagnosis, json == "-" ? std::cerr : std::cout);
  if (json == "-") std::cout << as_json(diagnosis);
  if (file.is_open() && !(file << as_json(diagnosis) << std::flush)) {
    say(fmt::format("cannot write {}: is the disk full?", json));
    return kExitMistake;
  }
  return healthy(diagnosis.machine) && healthy(diagnosis.audit.remarks) ? kExitOk : kExitMistake;
}

const RegisteredCommand registered_doctor({
    .name = "doctor",
    .summary = "says what limits Steward here, or with a program",
    .description =
        "Looks at this machine: the runtime, preloading, room for temporary files, the address\n"
        "space, the compilers. With --audit also at a program: whether it is instrumented and by\n"
        "whom, debug information, an allocator of its own, and which functions it and its\n"
        "libraries synchronize by that Steward does not model. Says for each what to do.\n\n"
        "Exit code: 0; 2 if something keeps Steward from working, or the command is wrong.",
    .options =
        {
            {.name = "--audit",
             .value_name = "PROG",
             .help = "also look at this executable or shared library"},
            {.name = "--json",
             .value_name = "F",
             .help = "also write what was found as JSON to file F; - for standard output, the text "
                     "then goes to standard error"},
        },
    .run = doctor,
});

}  // namespace
}  // namespace steward::cli
