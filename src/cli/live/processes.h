// What /proc says of processes that may end at any moment.
#pragma once

#include <charconv>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <system_error>
#include <vector>

namespace steward::cli {

// All of the file; what there is of it if the process ends meanwhile, for which streams would
// throw.
std::string contents_of_proc(pid_t process, const char* file);

struct ProcessStat {
  char state = 0;  // as ps shows it; 0: there is no such process
  pid_t parent = 0;
};
ProcessStat stat_of(pid_t process);

// Whether it was started with `mark` in its environment: programs may give up variables, but what
// they were started with stays readable.
bool was_started_with(pid_t process, const std::string& mark);
// All of them, whoever started them.
std::vector<pid_t> processes_started_with(const std::string& mark);

// Calls f with the number of each process there is.
template <class F>
void for_each_process(F&& f) {
  std::error_code failure;
  for (std::filesystem::directory_iterator entry("/proc", failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename();
    pid_t number = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && rest == name.data() + name.size()) f(number);
  }
}

// Whether any of its threads goes on: the first may be over before the others.
bool goes_on(pid_t process);

}  // namespace steward::cli
