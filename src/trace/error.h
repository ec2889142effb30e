// What is wrong with a trace, or with the file it is in, for the person who has to mend it.
#pragma once

#include <string>

#include "base/result.h"

namespace steward {

struct Error {
  std::string file;   // as the user named it
  std::string where;  // "12" (a line) or "offset 4711"; empty if it is about the file as a whole
  std::string what;   // what was found, what was expected, what to do about it

  // "t.std:12: …", the form editors jump to; "t.trace: offset 4711: …"; or "t.trace: …".
  std::string message() const {
    const bool is_line = !where.empty() && where.front() >= '0' && where.front() <= '9';
    return file +
           (where.empty() ? ": "
            : is_line     ? ":" + where + ": "
                          : ": " + where + ": ") +
           what;
  }
};

}  // namespace steward
