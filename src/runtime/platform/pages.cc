#include "runtime/platform/pages.h"

#include "base/spin_lock.h"
#include "core/policy/policy.h"
#include "runtime/platform/memory_use.h"
#include "runtime/platform/raw.h"

namespace steward {

constinit MemoryUse memory_use;

namespace {

// Enough for many threads to come to the end of what they are doing.
constexpr std::size_t kReserve = std::size_t{16} << 20;

struct Reserve {
  SpinLock lock;
  char* begin = nullptr;
  std::size_t left = 0;
};
constinit Reserve reserve;

void* map_pages(std::size_t bytes, void* at = nullptr) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at != nullptr ? MAP_FIXED : 0);
  void* const memory = raw::map(bytes, PROT_READ | PROT_WRITE, flags, -1, at);
  if (memory == nullptr) return nullptr;
  for (const int advice : {MADV_DONTDUMP, MADV_NOHUGEPAGE})
    raw::call(SYS_madvise, reinterpret_cast<long>(memory), static_cast<long>(bytes), advice);
  return memory;
}

void* take_from_reserve(std::size_t bytes) {
  memory_use.refused(Want::system_memory);
  const Hold hold(reserve.lock);
  if (reserve.left < bytes) {
    static constexpr char kText[] =
        "steward: the system has no memory left to watch this process with\n";
    raw::write(2, kText, sizeof kText - 1);
    raw::exit_process(1);
  }
  void* const memory = reserve.begin;
  reserve.begin += bytes;
  reserve.left -= bytes;
  return memory;
}

void* map(std::size_t bytes) {
  void* memory = map_pages(bytes);
  if (memory == nullptr) [[unlikely]]
    memory = take_from_reserve(bytes);
  memory_use.mapped(static_cast<std::ptrdiff_t>(bytes));
  return memory;
}

void unmap(void* memory, std::size_t bytes) {
  raw::unmap(memory, bytes);
  memory_use.mapped(-static_cast<std::ptrdiff_t>(bytes));
}

// Not by MADV_DONTNEED: other threads could then use the new page on one processor while on another
// the old one is still known, and a thread that goes from one to the other would see both. While a
// mapping is replaced, everybody else has to wait.
bool renew(void* memory, std::size_t bytes) { return map_pages(bytes, memory) != nullptr; }

void idle(std::ptrdiff_t bytes) { memory_use.idle(bytes); }

constexpr PageSource kPages = {map, unmap, renew, idle};

}  // namespace

const PageSource& runtime_pages() { return kPages; }

void reserve_pages() {
  // After a fork there is one already, and whoever held it may not be there any more.
  reserve.lock.unlock();
  if (reserve.left == kReserve) return;
  reserve.begin = static_cast<char*>(map_pages(kReserve));
  reserve.left = reserve.begin == nullptr ? 0 : kReserve;
}
bool reserve_runs_out() {
  const Hold hold(reserve.lock);
  return reserve.left < kReserve / 2;
}

}  // namespace steward
