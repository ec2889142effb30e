#include "runtime/explore/exploration.h"

#include <link.h>
#include <unistd.h>

#include "channel/plan.h"
#include "runtime/platform/raw.h"

namespace steward {
namespace {

// The first `count` entries of the rest of a file, which loses them.
template <class Entry>
bool take(std::span<const std::byte>& rest, std::uint64_t count, std::span<const Entry>& list) {
  if (count > rest.size() / sizeof(Entry)) return false;
  list = {reinterpret_cast<const Entry*>(rest.data()), count};
  rest = rest.subspan(list.size_bytes());
  return true;
}

}  // namespace

Exploration::Exploration(const char* path) {
  header_.magic = 0;
  const int file = path == nullptr ? -1 : raw::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const long size = raw::call(SYS_lseek, file, 0, SEEK_END);
  void* const memory =
      size <= 0 ? nullptr : raw::map(static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file);
  raw::close(file);
  if (memory == nullptr ||
      !find_lists({static_cast<const std::byte*>(memory), static_cast<std::size_t>(size)}))
    header_.magic = 0;
}

bool Exploration::find_lists(std::span<const std::byte> file) {
  std::span<const channel::ExplorationHeader> header;
  if (!take(file, 1, header)) return false;
  header_ = header[0];
  return is_wanted() && take(file, header_.ranges, ranges_) && take(file, header_.pairs, pairs_) &&
         take(file, header_.tracked, tracked_) && take(file, header_.expected, expected_);
}

void Exploration::find(Statements& statements) const {
  struct Search {
    std::span<const channel::StatementRange> ranges;
    Statements& statements;
  } search{ranges_, statements};
  statements.clear();
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* of) {
        const auto& wanted = *static_cast<Search*>(of);
        const std::uint64_t hash = channel::module_hash(module->dlpi_name);
        for (const channel::StatementRange& range : wanted.ranges)
          if (range.module == hash)
            wanted.statements.add(module->dlpi_addr + range.begin, module->dlpi_addr + range.end,
                                  StatementId(static_cast<std::uint32_t>(range.statement)));
        return 0;
      },
      &search);
}

}  // namespace steward
