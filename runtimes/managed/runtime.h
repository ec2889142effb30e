// The run-time system as a whole, and what its programs may ask of it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "managed/collector.h"
#include "managed/finalizers.h"
#include "managed/local.h"
#include "managed/monitor.h"
#include "managed/scheduler.h"
#include "managed/stacks.h"
#include "managed/weak_table.h"
#include "managed/world.h"

namespace managed {

enum class CollectorKind : std::uint8_t { semispace, mark_sweep };

struct Options {
  CollectorKind collector = CollectorKind::semispace;
  std::size_t heap_bytes = std::size_t{4} << 20;
  unsigned carriers = 2;
  // A collection with each so-manieth object; 0: when there is no room.
  std::uint64_t collect_every = 0;
  // Look at the whole heap after each collection.
  bool verify = false;
  std::uint32_t seed = 1;
};

// A field whose value and what it passes on change together.
template <class T>
struct Volatile {
  T raw;
  std::uint32_t order;  // a number of Runtime's volatile orders; 0: nobody has written
  SpinLock lock;
};

class Runtime final : private Roots {
 public:
  explicit Runtime(const Options& options);
  ~Runtime() override;

  // body(), by a thread of the language, and all that it starts.
  void run(Body body);

  // --- by threads of the language

  // Starts one; to be joined, once. Until then it is kept by a plain pointer.
  Thread* spawn(Thread& me, const char* name, Body body, const Local<Object>& argument);
  void join(Thread& me, Thread* thread);

  Object* create(Thread& me, const Class& klass, std::uint64_t length = 0);
  void collect();

  void enter(Thread& me, const Local<Object>& object);
  void exit(Thread& me, const Local<Object>& object);
  void wait(Thread& me, const Local<Object>& object);
  void notify_all(const Local<Object>& object);

  // A safepoint: in every loop that may go on for long and creates nothing.
  [[gnu::always_inline]] void poll(Thread& me) {
    if (--me.slice <= 0 || world_.wants_stop()) [[unlikely]]
      at_safepoint(me);
  }

  template <class T>
  T load(Thread& me, Object& object, Volatile<T>& field) {
    const tell::Untracked here;
    const std::lock_guard hold(field.lock);
    if (field.order != 0) tell::volatile_read(&field, orders_.at(field.order));
    truth::received(me.number, truth::message_of(object, &field));
    return field.raw;
  }
  template <class T>
  void store(Thread& me, Object& object, Volatile<T>& field, T value) {
    const tell::Untracked here;
    const std::lock_guard hold(field.lock);
    if (field.order == 0) field.order = orders_.add(&object);
    tell::volatile_written(&field, orders_.at(field.order));
    truth::sent(me.number, truth::message_of(object, &field));
    field.raw = value;
  }

  // --- what it has been through

  std::uint64_t collections() const { return collections_; }

 private:
  static constexpr std::size_t kStack = 256 * 1024;
  static constexpr std::size_t kMostThreads = 256;  // at once

  void visit_strong(Visit visit) override;
  void visit_dying(Survivor survivor, Visit visit) override;
  void after(Survivor survivor) override;

  static void begin(unsigned high, unsigned low);
  Thread* make_thread(const char* name, Body body, Object* argument);
  void end(Thread& me);
  void destroy(Thread* thread);
  void at_safepoint(Thread& me);
  void collect_now();
  static void finalize(Thread& me, const Local<Object>& none);

  const Options options_;
  char* heap_ = nullptr;
  std::unique_ptr<Collector> collector_;
  SpinLock allocating_;
  std::atomic<std::uint64_t> identities_ = kGranule;
  std::atomic<std::uint64_t> created_ = 0;
  std::uint64_t collections_ = 0;

  World world_;
  Stacks stacks_{kStack, kMostThreads};
  Scheduler scheduler_{world_};
  Monitors monitors_{scheduler_};
  Finalizers finalizers_{scheduler_};
  WeakTable<tell::Order> orders_;

  SpinLock registry_;
  std::vector<Thread*> threads_;
  truth::ThreadNumber next_thread_ = 0;

  std::mutex ending_;
  std::condition_variable ended_;
  bool main_ended_ = false;
};

}  // namespace managed
