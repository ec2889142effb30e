#include "cli/explore/props.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "cli/explore/surroundings.h"
#include "sched/schedule.h"

namespace steward::cli {
namespace {

template <class Entry>
Result<void, std::string> write_list(report::TemporaryFile& file, const std::vector<Entry>& list) {
  return list.empty() ? Result<void, std::string>()
                      : file.write(list.data(), list.size() * sizeof(Entry));
}

}  // namespace

Result<Props, std::string> Props::create() {
  auto folder = report::TemporaryFolder::create(report::temporary_folder(), "steward");
  if (!folder) return std::move(folder).error();
  return Props(*std::move(folder));
}

Result<report::ChannelFile, std::string> Props::make_channel(int exit_code) const {
  auto file = report::TemporaryFile::create_at(path_of("channel"));
  if (!file) return std::move(file).error();
  return report::ChannelFile::create(*std::move(file), exit_code);
}

Result<report::TemporaryFile, std::string> Props::write(const ControlledWish& wish) const {
  auto file = report::TemporaryFile::create_at(path_of("exploration"));
  if (!file) return file;
  channel::ExplorationHeader header = wish.header;
  header.ranges = wish.ranges.size();
  header.pairs = wish.pairs.size();
  header.tracked = wish.tracked.size();
  header.expected = wish.expected.size();
  auto written = file->write(&header, sizeof header);
  if (written) written = write_list(*file, wish.ranges);
  if (written) written = write_list(*file, wish.pairs);
  if (written) written = write_list(*file, wish.tracked);
  if (written) written = write_list(*file, wish.expected);
  if (!written) return std::move(written).error();
  return file;
}

// Who was killed has left room behind what it wrote: of those zeros only as many stay as a record
// may end with.
std::vector<std::byte> Props::schedule() const {
  std::ifstream file(path_of("schedule"), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t last = text.find_last_not_of('\0');
  const std::size_t size = last == std::string::npos
                               ? 0
                               : std::min(text.size(), last + 1 + schedule_format::kMaxRecordBytes);
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + size};
}

void Props::forget_schedule() const { unlink(path_of("schedule").c_str()); }

Environment Props::environment(const ControlledProgram& program, const std::string& path,
                               const std::vector<std::string>& words) const {
  return surroundings(program.environment,
                      {{channel::kPathVariable, path_of("channel")},
                       {channel::kExplorationVariable, path_of("exploration")},
                       {channel::kScheduleVariable, path_of("schedule")},
                       {"LD_PRELOAD", program.preload}},
                      path, words);
}

}  // namespace steward::cli
