#include "cli/run_program.h"

namespace steward::cli_test {

std::string compiled(const Folder& folder, const std::string& name, const std::string& source,
                     const std::string& compiler) {
  const std::string code = folder.file(name + ".c", source);
  const std::string command = compiler + " " + code + " -o " + folder.path(name) + " -lpthread";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return folder.path(name);
}

}  // namespace steward::cli_test
