#include "cli/live/answers.h"

#include <utility>

#include "channel/functions.h"

namespace steward::cli {

Result<std::optional<report::TemporaryFile>, std::string> answers_for(
    report::ChannelFunctions* functions, const std::string& folder, Environment& environment) {
  if (functions == nullptr) return std::optional<report::TemporaryFile>();
  auto file = report::TemporaryFile::create(folder, "steward-functions");
  if (!file) return std::move(file).error();
  functions->answer_in(file->path());
  environment.emplace_back(channel::kFunctionsVariable, file->path());
  return std::optional<report::TemporaryFile>(*std::move(file));
}

}  // namespace steward::cli
