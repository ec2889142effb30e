// Many controlled executions of a program, on several stages at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/explore/controlled_run.h"
#include "cli/explore/past_runs.h"
#include "cli/explore/stage.h"

namespace steward::cli {

class Crew {
 public:
  // The program and the flag must outlive it. The error is a sentence.
  static Result<Crew, std::string> create(const ControlledProgram& program, unsigned jobs,
                                          const std::atomic<bool>& interrupted);

  // Runs the wish with `count` seeds from its own on. take(seed, run) gets each, in the order of
  // their seeds, however many are at work; not those that were interrupted. The error is a
  // sentence.
  using Take = std::function<void(std::uint64_t seed, ControlledRun run)>;
  Result<void, std::string> run(const ControlledWish& wish, std::uint64_t count, const Take& take);

  // From now on nothing takes place that is known there. It must outlive this.
  void set_past(PastRuns& past) { past_ = &past; }

  // How many of run() took place.
  std::uint64_t runs() const { return runs_; }

  const ControlledProgram& program() const { return program_; }
  // Where single executions may take place meanwhile.
  Stage& stage() { return *stages_.front(); }

  ~Crew();
  Crew(Crew&&) = default;

 private:
  Crew(const ControlledProgram& program, std::vector<std::unique_ptr<Stage>> stages,
       const std::atomic<bool>& interrupted)
      : program_(program), stages_(std::move(stages)), interrupted_(interrupted) {}

  const ControlledProgram& program_;
  std::vector<std::unique_ptr<Stage>> stages_;
  const std::atomic<bool>& interrupted_;
  PastRuns* past_ = nullptr;
  std::uint64_t runs_ = 0;
};

}  // namespace steward::cli
