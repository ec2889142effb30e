// How the tool speaks to its user about anything but results: one line on stderr.
#pragma once

#include <string>
#include <string_view>

namespace steward::cli {

// "steward: <message>", control characters made harmless.
void say(std::string_view message);
// The same of a mistake in the command or its input; with that exit code it ends.
int mistake(std::string_view message);

// A word of a command as a shell takes it.
std::string shell_word(const std::string& word);

}  // namespace steward::cli
