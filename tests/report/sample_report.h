// A report with something in every field, for the renderers.
#pragma once

#include "report/report.h"

namespace steward::report {

inline Report sample_report() {
  const Frame write_frame{"increment(int*)", "src/count.cc", 12, 7, "counter", 0x1234};
  const Frame main_frame{"main", "src/main.cc", 30, 3, "counter", 0x2000};
  Frame creating_frame = main_frame;
  creating_frame.callee = "pthread_create";
  const Frame bare_frame{std::nullopt, std::nullopt, std::nullopt, std::nullopt, "libz.so.1", 0x40};

  Race race;
  race.id = "R-7f3a";
  race.fingerprint = "7f3a0123456789ab";
  race.verdict = Verdict::harmful;
  race.real_by = RealBy::simultaneous;
  race.location = {LocationKind::heap, "pool", 8, 4, Stack{main_frame}, Address(0x601000), 64};
  race.accesses[0] = {AccessKind::atomic_read, 4, 123, "T2", {}, {bare_frame},
                      Address(0x601008),       {}};
  race.accesses[1] = {AccessKind::write,
                      4,
                      123,
                      "T1",
                      {{"M1", LockMode::exclusive, {main_frame}}, {"M2", LockMode::shared, {}}},
                      {write_frame, main_frame},
                      Address(0x601008),
                      {}};
  race.hint = "Hold M1 at both.";
  race.runs = {1, 100, 97, 200, 180, 95, 51};
  race.evidence = {{"R-7f3a.2", Failure::wrong_output, Cause::stale_value, "printed 3", 7, "oldest",
                    "T1", "steward replay R-7f3a.2"}};
  race.seen = 97;

  Report report;
  report.command = "hunt";
  report.program = {"./a.out", "-n", "3"};
  report.races = {race};
  report.findings = {{"F-1",
                      "lock-order",
                      "M1 and M2 are taken in both orders",
                      {"T1", "T2"},
                      {{write_frame}, {main_frame}}}};
  report.threads = {{"T0", std::nullopt, std::nullopt, {}},
                    {"T1", "worker", "T0", {creating_frame}},
                    {"T2", std::nullopt, "T0", {}}};
  report.locks = {{"M1", "guard", "mutex"}, {"M2", std::nullopt, "rwlock"}};
  report.outcome = {0, std::nullopt, 320, 12.3};
  report.loss = {{"unseen writes", 2}};
  return report;
}

}  // namespace steward::report
