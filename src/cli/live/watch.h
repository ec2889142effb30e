// Follows a running program until it ends.
#pragma once

#include <atomic>
#include <optional>
#include <sys/types.h>
#include <vector>

#include "report/live/channel_file.h"
#include "report/live/live_report.h"

namespace steward::cli {

struct Watched {
  int status = 0;                // as waitpid gives it
  std::uint64_t dropped = 0;     // records for which the channel had no room
  std::uint64_t torn = 0;        // records whose writer was killed in the middle
  std::uint64_t unanswered = 0;  // records whose writer went on without an answer
  std::uint64_t left = 0;        // processes that went on when the program had ended
  bool overdue = false;          // it was killed since it took longer than it may

  // What of that a report may lack.
  std::vector<report::Loss> loss() const;
};

// A process that runs.
class Process {
 public:
  virtual ~Process() = default;
  // Its status, as waitpid gives it, once it has ended.
  virtual std::optional<int> ended() = 0;
  virtual void kill() = 0;
};

// One that the tool has started itself. SignalForwarding sees to it that nobody sleeps on when it
// ends.
class Child : public Process {
 public:
  explicit Child(pid_t number) : number_(number) {}
  std::optional<int> ended() override;
  void kill() override;

 private:
  const pid_t number_;
};

// Reads what `program` and its descendants have to say, as they say it, until `program` has ended
// and all that was complete by then is read. Descendants that live on are hardly waited for.
// It is killed when it takes more than so many seconds, if that is not 0, or when `stop` is true.
struct Patience {
  std::uint64_t seconds = 0;
  const std::atomic<bool>* stop = nullptr;
  // What becomes of processes that live on when the program has ended: they get a moment and are
  // counted, and then go on or are ended; or the caller sees to them.
  enum class Others { go_on, ended, left_to_caller } others = Others::go_on;
};
Watched watch(Process& program, report::ChannelFile& channel, report::LiveReport& report,
              Patience patience = {});

}  // namespace steward::cli
