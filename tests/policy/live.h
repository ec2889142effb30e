// A program that runs: real threads tell a detector what they do while they do it.
#pragma once

#include <barrier>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "base/heap.h"
#include "core/detect/finding.h"
#include "core/policy/policy.h"

namespace steward {

// Collects findings from all threads.
class LiveFindings {
 public:
  void operator()(const Finding& finding) {
    const std::scoped_lock turn(mutex_);
    all_.push_back(finding);
  }
  // REQUIRES for both: the threads have been joined.
  std::size_t count() const { return all_.size(); }
  std::set<std::uint64_t> first_bytes() const {
    std::set<std::uint64_t> bytes;
    for (const Finding& finding : all_) bytes.insert(finding.bytes.begin.value());
    return bytes;
  }

 private:
  std::mutex mutex_;
  std::vector<Finding> all_;
};

// A real lock and the name it has in the analysis.
struct LiveMutex {
  LockId id;
  std::shared_mutex real;
};

// One thread as a detector sees it. Synchronization is told where it cannot be overtaken: a lock is
// acquired and released inside the real critical section.
template <class Detector>
class LiveThread {
 public:
  LiveThread(Detector& detector, ThreadId id)
      : detector_(detector), state_(detector.thread(id)), id_(id) {}

  ThreadId id() const { return id_; }
  // Different numbers each time; the same in each run of the program.
  std::uint32_t below(std::uint32_t bound) {
    random_ = random_ * 6364136223846793005u + id_.value() * 2 + 1;
    return static_cast<std::uint32_t>((random_ >> 33) % bound);
  }

  void read(std::uint64_t at, std::uint64_t size) {
    detector_.read(state_, {Address(at), size}, origin(AccessKind::read, at, size));
  }
  void write(std::uint64_t at, std::uint64_t size) {
    detector_.write(state_, {Address(at), size}, origin(AccessKind::write, at, size));
  }
  void free(std::uint64_t at, std::uint64_t size) {
    detector_.free(state_, {Address(at), size}, origin(AccessKind::free, at, size));
  }
  void load(std::uint64_t at, std::uint64_t size, MemoryOrder order) {
    detector_.atomic_load(state_, {Address(at), size}, order, 0,
                          origin(AccessKind::atomic_read, at, size));
  }
  void store(std::uint64_t at, std::uint64_t size, MemoryOrder order) {
    detector_.atomic_store(state_, {Address(at), size}, order,
                           origin(AccessKind::atomic_write, at, size));
  }
  void rmw(std::uint64_t at, std::uint64_t size, MemoryOrder order) {
    detector_.atomic_rmw(state_, {Address(at), size}, order,
                         origin(AccessKind::atomic_write, at, size));
  }
  void fence(MemoryOrder order) { detector_.fence(state_, order); }
  void alloc(std::uint64_t at, std::uint64_t size) { detector_.alloc({Address(at), size}); }
  void clear(std::uint64_t at, std::uint64_t size) { detector_.clear({Address(at), size}); }
  void copy(std::uint64_t from, std::uint64_t to, std::uint64_t size) {
    detector_.copy(Address(from), {Address(to), size});
  }
  void send(MessageId message) { detector_.send(state_, message); }
  void receive(MessageId message) { detector_.receive(state_, message); }
  void end() { detector_.end(state_); }

  template <class F>
  void exclusively(LiveMutex& mutex, F&& f) {
    const std::unique_lock hold(mutex.real);
    detector_.acquire(state_, mutex.id, LockMode::exclusive);
    f();
    detector_.release(state_, mutex.id, LockMode::exclusive);
  }
  template <class F>
  void sharing(LiveMutex& mutex, F&& f) {
    const std::shared_lock hold(mutex.real);
    detector_.acquire(state_, mutex.id, LockMode::shared);
    f();
    detector_.release(state_, mutex.id, LockMode::shared);
  }

  // Runs body(LiveThread&) in real threads numbered from `first` on, which begin together, and
  // waits for them.
  template <class Body>
  void run_threads(std::uint32_t first, std::uint32_t count, Body body) {
    std::vector<std::thread> threads;
    std::barrier begin(static_cast<std::ptrdiff_t>(count));
    for (std::uint32_t i = 0; i < count; ++i) {
      const ThreadId child(first + i);
      detector_.fork(state_, child);
      threads.emplace_back([this, child, &body, &begin] {
        LiveThread self(detector_, child);
        begin.arrive_and_wait();
        body(self);
        self.end();
      });
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      threads[i].join();
      detector_.join(state_, ThreadId(first + i));
    }
  }

 private:
  TraceOrigin origin(AccessKind kind, std::uint64_t at, std::uint64_t size) {
    return {EventIndex(events_++), kind, {Address(at), size}, SiteId(id_.value()), LocksetId()};
  }

  Detector& detector_;
  typename Detector::Thread& state_;
  const ThreadId id_;
  std::uint64_t random_ = 1;
  std::uint64_t events_ = 0;
};

// A detector under the policy with locks, and the program's first thread.
template <class Make>
struct LiveAnalysis {
  Heap heap{system_pages(), Locked::kHeap};
  LiveFindings findings;
  decltype(Make::template make<Locked>(heap, findings)) detector =
      Make::template make<Locked>(heap, findings);
  LiveThread<std::remove_reference_t<decltype(*detector)>> main{*detector, ThreadId(0)};
};

}  // namespace steward
