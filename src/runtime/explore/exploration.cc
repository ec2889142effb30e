#include "runtime/explore/exploration.h"

#include <link.h>

#include "channel/plan.h"
#include "runtime/platform/raw.h"

namespace steward {
namespace {

template <class Entry>
bool read_list(int file, std::uint64_t count, Vector<Entry>& list) {
  Entry entry;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!raw::read_whole(file, &entry, sizeof entry)) return false;
    list.push_back(entry);
  }
  return true;
}

}  // namespace

Exploration::Exploration(Heap& heap, const char* path) : ranges_(heap), pairs_(heap) {
  header_.magic = 0;
  const int file = path == nullptr ? -1 : raw::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const bool whole = raw::read_whole(file, &header_, sizeof header_) && is_wanted() &&
                     read_list(file, header_.ranges, ranges_) &&
                     read_list(file, header_.pairs, pairs_);
  raw::close(file);
  if (!whole) header_.magic = 0;
}

void Exploration::find(Statements& statements) const {
  struct Search {
    const Vector<channel::StatementRange>& ranges;
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
