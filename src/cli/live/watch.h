// Follows a running program until it ends.
#pragma once

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
  bool overdue = false;          // it was killed since it took longer than it may

  // What of that a report may lack.
  std::vector<report::Loss> loss() const;
};

// Reads what `program` and its descendants have to say, as they say it, until `program` has ended
// and all that was complete by then is read. Descendants that live on are not waited for.
// `seconds`: how long it may take; 0: as long as it likes.
Watched watch(pid_t program, report::ChannelFile& channel, report::LiveReport& report,
              std::uint64_t seconds = 0);

}  // namespace steward::cli
