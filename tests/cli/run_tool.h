// Runs the built tool as a user would, and keeps what it said; and what the tests of it share.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/event.h"

namespace steward::cli_test {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

inline constexpr const char* kDetectors[] = {"fasttrack", "goldilocks", "djit",        "hybrid",
                                             "lockset",   "simple",     "simple-paper"};

struct Ran {
  int exit = -1;  // 128 + n if signal n ended it
  std::string out;
  std::string err;
};

// `words` are those behind `steward`; standard input is the file `input`.
Ran steward(const std::vector<std::string>& words, const std::string& input = "/dev/null");
// The same with standard output at `path`.
Ran steward_writing_to(const std::string& path, const std::vector<std::string>& words);

// A file of the project, by its path in it.
std::string project_file(const std::string& name);

// A folder of its own for each test, gone at its end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(std::string_view name) const { return root_ + "/" + std::string(name); }
  // Writes a file and returns its path.
  std::string file(std::string_view name, std::string_view content) const;
  // The same for a binary trace.
  std::string trace(std::string_view name, std::span<const Event> events) const;
  std::string read(std::string_view name) const;
  bool has(std::string_view name) const;
  bool empty() const;

 private:
  std::string root_;
};

// A counter, guarded in one thread and not in the other: one race by every detector.
inline constexpr std::string_view kRacyTrace =
    "T0|fork(T1)|main.cc:30:3 main\n"
    "T0|acq(L1)|count.cc:10 increment\n"
    "T0|w(counter)|count.cc:11:4 increment\n"
    "T0|rel(L1)|count.cc:12 increment\n"
    "T1|r(counter)|count.cc:20 print\n"
    "T0|join(T1)|main.cc:31 main\n";
// The same, guarded in both.
inline constexpr std::string_view kCleanTrace =
    "T0|fork(T1)|main.cc:30:3 main\n"
    "T0|acq(L1)|count.cc:10 increment\n"
    "T0|w(counter)|count.cc:11:4 increment\n"
    "T0|rel(L1)|count.cc:12 increment\n"
    "T1|acq(L1)|count.cc:19 print\n"
    "T1|r(counter)|count.cc:20 print\n"
    "T1|rel(L1)|count.cc:21 print\n"
    "T0|join(T1)|main.cc:31 main\n";

// The racy trace, and then a seventh line that no reader understands.
std::string racy_then_broken();
// The racy trace in binary form, as a file of `folder`.
std::string racy_binary(const Folder& folder);

}  // namespace steward::cli_test
