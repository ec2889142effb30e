#include "managed/truth.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/binary_encoder.h"

namespace managed::truth {
namespace {

using namespace steward;

// Of address space; the file is cut to what was used.
constexpr std::size_t kRoom = std::size_t{1} << 28;
constexpr std::size_t kPlaces = 1U << 14;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "truth: %s\n", what);
  std::abort();
}

// Not the run-time system's: this one is not to be seen.
class Lock {
 public:
  void lock() {
    for (int spins = 0; held_.exchange(true, std::memory_order_acquire); ++spins)
      if (spins > 50) sched_yield();
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_ = false;
};

class Log {
 public:
  void open(const char* name) {
    file_ = ::open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file_ < 0 || ftruncate(file_, kRoom) != 0) fail("cannot write the file");
    void* const memory = mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (memory == MAP_FAILED) fail("no room for the file in memory");
    begin_ = static_cast<std::byte*>(memory);
    end_ = BinaryEncoder::header(0, begin_);
  }
  void close() {
    if (!is_open()) return;
    lock_.lock();
    end_ = encoder_.end(end_);
    if (ftruncate(file_, end_ - begin_) != 0) fail("cannot end the file");
    ::close(file_);
    begin_ = nullptr;
    lock_.unlock();
  }
  bool is_open() const { return begin_ != nullptr; }

  void name_range(AddressRange range, const char* name) {
    make_room();
    end_ = BinaryEncoder::range(range, name, end_);
  }
  void name_thread(std::uint32_t thread, const char* name) {
    lock_.lock();
    make_room();
    end_ = BinaryEncoder::name(binary_format::Defined::thread, thread, name, end_);
    lock_.unlock();
  }
  // Stays locked until done().
  void begin(const Event& event, Place place) {
    lock_.lock();
    Event placed = event;
    placed.site = site_of(place);
    add_locked(placed);
  }
  void done() { lock_.unlock(); }
  void add(const Event& event) {
    lock_.lock();
    add_locked(event);
    lock_.unlock();
  }

 private:
  struct KnownPlace {
    const char* file = nullptr;
    const char* function = nullptr;
    int line = 0;
  };

  void make_room() const {
    if (end_ + BinaryEncoder::kMaxDefinitionBytes > begin_ + kRoom) fail("the file is full");
  }
  void add_locked(const Event& event) {
    if (!is_open()) return;
    make_room();
    end_ = encoder_.event(event, end_);
  }
  // Places are few. Names of the same line may stand in memory more than once: then it has several
  // numbers, and one name.
  SiteId site_of(Place place) {
    std::size_t at = (reinterpret_cast<std::uintptr_t>(place.function) * 31 +
                      static_cast<std::size_t>(place.line)) *
                         0x9e3779b97f4a7c15 >>
                     50;
    for (;; at = (at + 1) % kPlaces) {
      KnownPlace& known = places_[at];
      if (known.file == place.file && known.function == place.function && known.line == place.line)
        return SiteId(static_cast<std::uint32_t>(at + 1));
      if (known.file != nullptr) continue;
      if (++known_ == kPlaces) fail("too many places");
      known = {place.file, place.function, place.line};
      const SiteId site(static_cast<std::uint32_t>(at + 1));
      make_room();
      end_ = BinaryEncoder::site(site, place.function, place.file,
                                 static_cast<std::uint32_t>(place.line), 0, end_);
      return site;
    }
  }

  Lock lock_;
  int file_ = -1;
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  BinaryEncoder encoder_;
  KnownPlace places_[kPlaces];
  std::size_t known_ = 0;
};

constinit Log log_of_all;
thread_local ThreadNumber carried;

ThreadId id(ThreadNumber thread) { return ThreadId(thread); }
AddressRange range_of(const void* begin, std::size_t size) {
  return {Address(reinterpret_cast<std::uint64_t>(begin)), size};
}

}  // namespace

void open(const char* file) {
  if (file != nullptr) log_of_all.open(file);
}
void close() { log_of_all.close(); }
void name_range(const char* name, const void* begin, std::size_t size) {
  if (log_of_all.is_open()) log_of_all.name_range(range_of(begin, size), name);
}
void name_thread(ThreadNumber thread, const char* name) {
  if (log_of_all.is_open()) log_of_all.name_thread(thread, name);
}

void access(bool writes, const Object& object, const void* field, std::size_t size, Place place) {
  if (!log_of_all.is_open()) return;
  const AddressRange bytes{Address(message_of(object, field)), size};
  log_of_all.begin(writes ? event::write(id(carried), bytes) : event::read(id(carried), bytes),
                   place);
}
void accessed() {
  if (log_of_all.is_open()) log_of_all.done();
}
// Not inlined, as all that knows threads of the system: the caller may go on on another one.
[[gnu::noinline]] void carries(ThreadNumber thread) { carried = thread; }

void forked(ThreadNumber thread, ThreadNumber child) {
  log_of_all.add(event::fork(id(thread), id(child)));
}
void joined(ThreadNumber thread, ThreadNumber child) {
  log_of_all.add(event::join(id(thread), id(child)));
}
void locked(ThreadNumber thread, const Object& object) {
  log_of_all.add(event::acquire(id(thread), LockId(object.identity)));
}
void unlocking(ThreadNumber thread, const Object& object) {
  log_of_all.add(event::release(id(thread), LockId(object.identity)));
}
void sent(ThreadNumber thread, std::uint64_t message) {
  log_of_all.add(event::send(id(thread), MessageId(message)));
}
void received(ThreadNumber thread, std::uint64_t message) {
  log_of_all.add(event::receive(id(thread), MessageId(message)));
}

}  // namespace managed::truth
