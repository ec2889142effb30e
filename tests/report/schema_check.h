// Is a text a valid JSON report? Asks an independent validator about docs/schema/.
#pragma once

#include <cstdio>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace steward {

// Runs tests/report/validate_report.py over `json`; its complaints are the failure's message.
inline testing::AssertionResult is_valid_report(std::string_view json) {
  char path[] = "/tmp/steward-report-XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return testing::AssertionFailure() << "no temporary file";
  const bool written = write(file, json.data(), json.size()) == static_cast<ssize_t>(json.size());
  close(file);
  const std::string root = STEWARD_SOURCE_DIR;
  const std::string command = "/usr/bin/python3 -B " + root + "/tests/report/validate_report.py " +
                              root + "/docs/schema/report.schema.json " + path + " 2>&1";
  std::string said;
  FILE* pipe = written ? popen(command.c_str(), "r") : nullptr;
  if (pipe == nullptr) return testing::AssertionFailure() << "the validator does not start";
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += static_cast<char>(c);
  const int status = pclose(pipe);
  unlink(path);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 0) return testing::AssertionSuccess() << "valid";
  return testing::AssertionFailure() << said << json;
}

}  // namespace steward
