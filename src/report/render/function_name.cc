#include "report/render/function_name.h"

#include "report/readable.h"
#include "report/render/phrases.h"

namespace steward::report {

std::string function_name(const Frame& frame) {
  return frame.function ? printable(readable(*frame.function)) : "?";
}

}  // namespace steward::report
