// Where the text of live reports goes: standard error, or the file of log_path.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace steward::cli {

// Each report is written whole and at once, because the program goes on when it is out.
class LiveLog {
 public:
  // `log_path` as ThreadSanitizer knows it: empty or "stderr", "stdout", or a file whose name gets
  // the process id of the program behind a dot.
  explicit LiveLog(std::string log_path) : path_(std::move(log_path)) {}
  ~LiveLog();
  LiveLog(const LiveLog&) = delete;
  LiveLog& operator=(const LiveLog&) = delete;

  void set_process(pid_t pid) { process_ = pid; }
  // What is written from now on goes to another path.
  void redirect(const std::string& path);
  // What a file refuses (a full disk) goes to standard error, so that no report is lost.
  void write(std::string_view text);
  bool coloured() const;

 private:
  int target();
  void give_up(const char* what);

  std::string path_;
  pid_t process_ = 0;
  int file_ = -1;
};

}  // namespace steward::cli
