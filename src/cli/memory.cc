#include "cli/memory.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "cli/message.h"

namespace steward::cli {

store::Store* Memory::complain(const std::string& problem) {
  if (!complained_) say(fmt::format("note: nothing is stored: {}", problem));
  complained_ = true;
  return nullptr;
}

void Memory::begin(const std::string& program) {
  program_ = name_in_store(program);
  state_ = store::state_of(program_);
}

store::Store* Memory::use(store::Store store) {
  store_.emplace(std::move(store));
  if (!state_.stamp.empty()) store_->pin(program_, state_);
  return &*store_;
}

store::Store* Memory::existing() {
  if (store_) return &*store_;
  auto found = store::Store::open_existing(store::usual_folder());
  if (!found) return complain(found.error());
  if (!*found) return nullptr;
  return use(**std::move(found));
}

store::Store* Memory::store() {
  if (store_) return &*store_;
  auto opened = store::Store::open(store::usual_folder());
  if (!opened) return complain(opened.error());
  return use(*std::move(opened));
}

void Memory::keep(report::Report& report, const std::string& program) {
  if ((report.races.empty() && report.findings.empty()) || store() == nullptr) return;
  if (auto put = store_->put(report, name_in_store(program)); !put) complain(put.error());
}

std::string name_in_store(const std::string& program) {
  std::error_code failure;
  const auto path = std::filesystem::canonical(program, failure);
  return failure ? program : path.string();
}

}  // namespace steward::cli
