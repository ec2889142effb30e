// What the run-time system tells whoever looks for races in its program. Said in one of three ways,
// chosen when it is built: by <steward/lard.h>; by ThreadSanitizer's functions for Java and fibers,
// which say the same as far as they can; or not at all, to see what saying it costs. And collectors
// may be left out of it, to see what listening to them costs.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(MANAGED_TELLS_STEWARD)
#include <steward/lard.h>
#elif defined(MANAGED_TELLS_TSAN)
extern "C" {
void* __tsan_create_fiber(unsigned flags);
void* __tsan_get_current_fiber(void);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_acquire(void* object);
void __tsan_release(void* object);
void __tsan_java_init(unsigned long heap, unsigned long size);
void __tsan_java_alloc(unsigned long object, unsigned long size);
void __tsan_java_free(unsigned long object, unsigned long size);
void __tsan_java_move(unsigned long from, unsigned long to, unsigned long size);
void __tsan_java_acquire(unsigned long object);
void __tsan_java_release(unsigned long object);
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
void AnnotateIgnoreSyncBegin(const char* file, int line);
void AnnotateIgnoreSyncEnd(const char* file, int line);
void AnnotateNewMemory(const char* file, int line, const volatile void* memory, std::size_t size);
}
#endif

namespace managed::tell {

#if defined(MANAGED_TELLS_STEWARD)

using Identity = steward_thread*;
// What a volatile field passes on to those who read it.
struct Order {
  steward_clock clock = 0;
};

inline void heap(const void*, std::size_t) {}
inline void untracked_begin() { steward_untracked_begin(STEWARD_ALL); }
inline void untracked_end() { steward_untracked_end(STEWARD_ALL); }
inline std::uint64_t tracked_begin() { return steward_tracked_begin(STEWARD_ALL); }
inline void tracked_end(std::uint64_t outside) { steward_tracked_end(outside); }

inline void allocated(const void*, std::size_t) {}
#ifdef MANAGED_COLLECTORS_ARE_SILENT
inline void moved(const void*, const void*, std::size_t) {}
inline void reclaimed(const void*, std::size_t) {}
#else
inline void moved(const void* to, const void* from, std::size_t size) {
  steward_move(to, from, size);
}
inline void reclaimed(const void* begin, std::size_t size) { steward_clear(begin, size); }
#endif
inline void stack_reclaimed(const void* begin, std::size_t size) { steward_clear(begin, size); }

inline Identity created(const char* name) { return steward_thread_create(name); }
inline Identity current() { return steward_thread_current(); }
inline void switching_to(Identity thread) { steward_thread_switch(thread); }
inline void ending(Identity, Identity next) { switching_to(next); }
inline void joined(Identity thread) { steward_thread_join(thread); }
inline void never_joined(Identity thread) { steward_thread_destroy(thread); }

inline void locked(const void* object) { steward_lock_acquired(object, 0); }
inline void unlocking(const void* object) { steward_lock_releasing(object, 0); }
inline void sent(const void* message) { steward_release_merge(message); }
inline void received(const void* message) { steward_acquire(message); }

// REQUIRES: nobody else is at the field; that is what makes its value and this change together.
inline void volatile_written(const void*, Order& order) {
  const steward_clock before = order.clock;
  order.clock = steward_clock_capture(before);
  steward_clock_destroy(before);
}
inline void volatile_read(const void*, const Order& order) { steward_clock_join(order.clock); }
inline void volatile_gone(Order& order) { steward_clock_destroy(order.clock); }

#elif defined(MANAGED_TELLS_TSAN)

using Identity = void*;
struct Order {};

inline unsigned long number(const void* at) { return reinterpret_cast<unsigned long>(at); }

inline void heap(const void* begin, std::size_t size) { __tsan_java_init(number(begin), size); }
inline void untracked_begin() {
  AnnotateIgnoreReadsBegin("", 0);
  AnnotateIgnoreWritesBegin("", 0);
  AnnotateIgnoreSyncBegin("", 0);
}
inline void untracked_end() {
  AnnotateIgnoreSyncEnd("", 0);
  AnnotateIgnoreWritesEnd("", 0);
  AnnotateIgnoreReadsEnd("", 0);
}
// A region cannot be left for a while; but none calls the program that is in more than one.
inline std::uint64_t tracked_begin() {
  untracked_end();
  return 0;
}
inline void tracked_end(std::uint64_t) { untracked_begin(); }

inline void allocated(const void* object, std::size_t size) {
  __tsan_java_alloc(number(object), size);
}
inline void moved(const void* to, const void* from, std::size_t size) {
  __tsan_java_move(number(from), number(to), size);
}
inline void reclaimed(const void* begin, std::size_t size) {
  __tsan_java_free(number(begin), size);
}
inline void stack_reclaimed(const void* begin, std::size_t size) {
  AnnotateNewMemory("", 0, begin, size);
}

constexpr unsigned kOrdersNothing = 1;
inline Identity current() { return __tsan_get_current_fiber(); }
inline void switching_to(Identity thread) { __tsan_switch_to_fiber(thread, kOrdersNothing); }

// What is said inside of an untracked region would not count.
template <class F>
void say(F&& what) {
  AnnotateIgnoreSyncEnd("", 0);
  what();
  AnnotateIgnoreSyncBegin("", 0);
}
inline Identity created(const char*) {
  Identity thread = nullptr;
  say([&] { thread = __tsan_create_fiber(0); });
  return thread;
}
inline void ending(Identity thread, Identity next) {
  say([&] { __tsan_release(thread); });
  untracked_end();  // it insists
  switching_to(next);
}
inline void joined(Identity thread) {
  say([&] { __tsan_acquire(thread); });
  __tsan_destroy_fiber(thread);
}
inline void never_joined(Identity thread) { __tsan_destroy_fiber(thread); }

inline void locked(const void* object) {
  say([&] { __tsan_java_acquire(number(object)); });
}
inline void unlocking(const void* object) {
  say([&] { __tsan_java_release(number(object)); });
}
inline void sent(const void* message) {
  say([&] { __tsan_release(const_cast<void*>(message)); });
}
inline void received(const void* message) {
  say([&] { __tsan_acquire(const_cast<void*>(message)); });
}
inline void volatile_written(const void* field, Order&) { unlocking(field); }
inline void volatile_read(const void* field, const Order&) { locked(field); }
inline void volatile_gone(Order&) {}

#else

using Identity = void*;
struct Order {};

inline void heap(const void*, std::size_t) {}
inline void untracked_begin() {}
inline void untracked_end() {}
inline std::uint64_t tracked_begin() { return 0; }
inline void tracked_end(std::uint64_t) {}
inline void allocated(const void*, std::size_t) {}
inline void moved(const void*, const void*, std::size_t) {}
inline void reclaimed(const void*, std::size_t) {}
inline void stack_reclaimed(const void*, std::size_t) {}
inline Identity created(const char*) { return nullptr; }
inline Identity current() { return nullptr; }
inline void switching_to(Identity) {}
inline void ending(Identity, Identity) {}
inline void joined(Identity) {}
inline void never_joined(Identity) {}
inline void locked(const void*) {}
inline void unlocking(const void*) {}
inline void sent(const void*) {}
inline void received(const void*) {}
inline void volatile_written(const void*, Order&) {}
inline void volatile_read(const void*, const Order&) {}
inline void volatile_gone(Order&) {}

#endif

// The run-time system at work: none of it is the program's. What is told counts all the same.
class Untracked {
 public:
  Untracked() { untracked_begin(); }
  ~Untracked() { untracked_end(); }
  Untracked(const Untracked&) = delete;
  Untracked& operator=(const Untracked&) = delete;
};

// Inside of that: a call of the program.
class Tracked {
 public:
  Tracked() : outside_(tracked_begin()) {}
  ~Tracked() { tracked_end(outside_); }
  Tracked(const Tracked&) = delete;
  Tracked& operator=(const Tracked&) = delete;

 private:
  const std::uint64_t outside_;
};

}  // namespace managed::tell
