#include "cli/explore/crew.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>
#include <utility>

#include "cli/explore/leftovers.h"

namespace steward::cli {
namespace {

// Seeds that are given out, and runs that come back.
class Desk {
 public:
  Desk(std::uint64_t first, std::uint64_t count, std::uint64_t ahead,
       const std::atomic<bool>& interrupted)
      : next_(first),
        end_(first + count),
        taken_(first),
        ahead_(ahead),
        interrupted_(interrupted) {}

  // The next seed to run; nothing if there is none, or no point in it.
  std::optional<std::uint64_t> next_seed() {
    std::unique_lock lock(mutex_);
    // Whoever is far ahead waits: runs are kept until those before them are there.
    changed_.wait(lock, [&] { return stopped_ || next_ - taken_ < ahead_ || next_ == end_; });
    if (interrupted_.load()) {
      stopped_ = true;
      changed_.notify_all();
    }
    if (stopped_ || next_ == end_) return std::nullopt;
    return next_++;
  }
  void hand_in(std::uint64_t seed, ControlledRun run) {
    const std::lock_guard lock(mutex_);
    done_.emplace(seed, std::move(run));
    changed_.notify_all();
  }
  void fail(std::string error) {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = std::move(error);
    stopped_ = true;
    changed_.notify_all();
  }
  // The run with the next seed; nothing if it will not come.
  std::optional<ControlledRun> take(std::uint64_t& seed) {
    std::unique_lock lock(mutex_);
    if (taken_ == end_) return std::nullopt;
    changed_.wait(lock, [&] { return stopped_ || done_.contains(taken_); });
    auto found = done_.extract(taken_);
    if (found.empty() || found.mapped().interrupted) {
      stopped_ = true;
      changed_.notify_all();
      return std::nullopt;
    }
    seed = taken_++;
    changed_.notify_all();
    return std::move(found.mapped());
  }
  const std::string& error() const { return error_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_;
  const std::uint64_t end_;
  std::uint64_t taken_;
  const std::uint64_t ahead_;
  const std::atomic<bool>& interrupted_;
  std::map<std::uint64_t, ControlledRun> done_;
  bool stopped_ = false;
  std::string error_;
};

void work(Stage& stage, ControlledWish wish, Desk& desk) {
  while (const auto seed = desk.next_seed()) {
    wish.header.seed = *seed;
    auto done = stage.run(wish);
    if (!done) return desk.fail(done.error());
    desk.hand_in(*seed, *std::move(done));
  }
}

}  // namespace

Result<Crew, std::string> Crew::create(const ControlledProgram& program, unsigned jobs,
                                       const std::atomic<bool>& interrupted) {
  std::vector<std::unique_ptr<Stage>> stages;
  for (unsigned i = 0; i < jobs; ++i) {
    // Other commands may be at work at the same time: not all of them on the same processor.
    auto stage = Stage::create(program, i + static_cast<unsigned>(getpid()), interrupted);
    if (!stage) return std::move(stage).error();
    stages.push_back(*std::move(stage));
  }
  return Crew(program, std::move(stages), interrupted);
}

Crew::~Crew() {
  if (stages_.empty()) return;
  stages_.clear();
  end_all_leftovers();
}

Result<void, std::string> Crew::run(const ControlledWish& wish, std::uint64_t count,
                                    const Take& take) {
  ControlledWish next = wish;
  // Since they are kept in the order of their seeds, those that are known come first.
  while (past_ != nullptr && count > 0 && !interrupted_) {
    auto known = past_->find(next);
    if (!known) break;
    take(next.header.seed, *std::move(known));
    ++next.header.seed;
    --count;
  }
  constexpr std::uint64_t kAhead = 4;
  Desk desk(next.header.seed, count, kAhead * stages_.size(), interrupted_);
  std::vector<std::thread> workers;
  workers.reserve(stages_.size());
  // Whoever takes the runs may write their seeds into its own wish.
  for (const auto& stage : stages_)
    workers.emplace_back(
        [wish, &desk, &at = *stage]() mutable { work(at, std::move(wish), desk); });
  std::uint64_t seed = 0;
  while (auto run = desk.take(seed)) {
    next.header.seed = seed;
    ++runs_;
    if (past_ != nullptr) past_->keep(next, *run);
    take(seed, *std::move(run));
  }
  for (std::thread& worker : workers) worker.join();
  if (!desk.error().empty()) return desk.error();
  return {};
}

}  // namespace steward::cli
