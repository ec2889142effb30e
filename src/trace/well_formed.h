// A trace that detectors can rely on: what contradicts itself is an error, what is merely untidy is
// put right and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/heap.h"
#include "core/event/attribution.h"
#include "trace/held_locks.h"
#include "trace/reader.h"
#include "trace/thread_lives.h"

namespace steward {

// What was put right. Real recordings need it: a lock operation and its record are not one step,
// and some recorders report recursive acquires.
struct Repairs {
  // Of a lock that others hold, that the thread holds in the other mode, or that was taken from it
  // (below): left out.
  std::uint64_t releases_not_held = 0;
  // Of a lock whose acquire is not in the trace, as where a recording starts in the middle: it is
  // taken just before. So what the thread did stays ordered before whoever acquires the lock next.
  std::uint64_t acquires_missing = 0;
  // Exclusive acquires of a lock that the thread holds shared: it gives that up just before.
  std::uint64_t upgrades = 0;
  std::uint64_t recursive_acquires = 0;  // of a lock the thread holds: left out
  std::uint64_t recursive_releases = 0;  // that match them: left out
  // Acquires of a lock that another thread still holds in a mode that excludes this: the other
  // releases it just before. Where the other is over, carried by another carrier or in an untracked
  // region, there is nobody to perform that, and the acquire is left out with its release.
  std::uint64_t locks_taken_over = 0;
  // That a thread holds at its end or, if that was not recorded, where it is joined: released just
  // before.
  std::uint64_t locks_held_at_end = 0;

  std::uint64_t total() const {
    return releases_not_held + acquires_missing + upgrades + recursive_acquires +
           recursive_releases + locks_taken_over + locks_held_at_end;
  }
};

// Checks and tidies the events of another reader on their way. Errors, judged for the language
// thread: an event of a thread that ended or was joined (but its carrier may switch away); a fork
// of a thread that exists or existed; fork, join or switch to itself; a range that is empty, too
// large, or reaches the last byte of the address space; a load of an older store than the trace
// declares.
//
// Since events are left out and added, events_read() and event numbers are those of the tidied
// trace.
class WellFormedReader final : public Reader {
 public:
  explicit WellFormedReader(std::unique_ptr<Reader> trace);

  Result<std::size_t, Error> read(std::span<Event> batch) override;
  Result<void, Error> rewind() override;

  // Since the start or the last rewind.
  const Repairs& repairs() const { return state_->repairs; }

  const Names& names() const override { return trace_->names(); }
  std::uint8_t max_store_age() const override { return trace_->max_store_age(); }
  std::uint64_t bytes_read() const override { return trace_->bytes_read(); }
  std::uint64_t bytes_total() const override { return trace_->bytes_total(); }
  std::uint64_t events_read() const override { return state_->delivered; }
  const std::string& file() const override { return trace_->file(); }
  // Exact for batches of one event, or while no lock is taken over.
  std::string place() const override { return trace_->place(); }

 private:
  enum class Verdict : std::uint8_t { keep, leave_out, insert_before };

  struct State {
    explicit State(Heap& heap) : attribution(heap) {}
    Attribution attribution;
    ThreadLives lives;
    HeldLocks locks;
    Repairs repairs;
    std::uint64_t judged = 0;     // events of the original trace
    std::uint64_t delivered = 0;  // events of the tidied trace
    // Events read but not yet judged, because an inserted one took their place in a batch.
    std::vector<Event> backlog;
    std::size_t backlog_begin = 0;
    std::optional<Error> failure;
  };

  // Events not judged yet, at the front of `batch`.
  Result<std::size_t, Error> fetch(std::span<Event> batch);
  void give_back(std::span<const Event> events);
  // Tidies `events` in place; returns how many are left at the front.
  std::size_t tidy(std::span<Event> events);

  // Nearly all events are reads and writes that need no closer look.
  bool is_ordinary_access(const Event& event, ThreadId thread);
  // Empty if nothing is wrong.
  std::string fault_of(const Event& event, ThreadId thread);
  std::string fault_of_range(const Event& event) const;
  std::string fault_of_named_thread(const Event& event, ThreadId thread);
  void fail(std::string what);

  // Whether a thread whose end or join `event` is must release a lock first.
  bool must_release_first(const Event& event, ThreadId thread);
  Verdict judge_lock(const Event& event);
  Verdict judge_acquire(const Event& event, ThreadId thread, LockMode mode);
  Verdict judge_release(const Event& event, ThreadId thread, LockMode mode);
  bool can_release(const HeldLocks::Holder& holder, const Event& release);

  std::string thread_text(ThreadId id) const;

  std::unique_ptr<Reader> trace_;
  Heap heap_;
  std::optional<State> state_;
  Event inserted_;
};

}  // namespace steward
