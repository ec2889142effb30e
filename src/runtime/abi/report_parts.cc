// The parts of a report, for a program that is being told of it (__tsan_on_report), or for a
// debugger that has stopped it there. Each answers 1, or 0 if there is no such part.
#include "runtime/abi/questions.h"
#include "runtime/platform/real.h"
#include "runtime/report/report_view.h"

using namespace steward;

namespace {

using Size = std::size_t;

const ReportView& view_of(const void* report) { return *static_cast<const ReportView*>(report); }
int number(ThreadId thread) { return static_cast<int>(thread.value()); }
void* pointer(Address address) { return reinterpret_cast<void*>(address.value()); }

}  // namespace

STEWARD_INTERPOSED const void* __tsan_get_current_report() {
  return current_thread == nullptr ? nullptr : current_thread->report;
}

STEWARD_INTERPOSED int __tsan_get_report_data(const void* report, const char** description,
                                              int* duplicates, int* stacks, int* accesses,
                                              int* locations, int* locks, int* threads,
                                              int* unique_threads, void** sleep, Size sleep_size) {
  const ReportView& view = view_of(report);
  *description = view.description;
  *duplicates = 0;
  *stacks = static_cast<int>(view.stacks.size());
  *accesses = static_cast<int>(view.accesses.size());
  *locations = view.location ? 1 : 0;
  *locks = static_cast<int>(view.locks.size());
  *threads = static_cast<int>(view.threads.size());
  *unique_threads = static_cast<int>(view.threads.size());
  if (sleep_size > 0) *sleep = nullptr;  // who slept is not looked at
  return 1;
}

// Objects that libraries describe are not told apart.
STEWARD_INTERPOSED int __tsan_get_report_tag(const void*, std::uintptr_t* tag) {
  *tag = 0;
  return 1;
}

STEWARD_INTERPOSED int __tsan_get_report_stack(const void* report, Size index, void** trace,
                                               Size size) {
  const ReportView& view = view_of(report);
  if (index >= view.stacks.size()) return 0;
  copy_stack(*runtime(), view.stacks[index].counter, view.stacks[index].calls, trace, size);
  return 1;
}

STEWARD_INTERPOSED int __tsan_get_report_mop(const void* report, Size index, int* thread,
                                             void** address, int* size, int* write, int* atomic,
                                             void** trace, Size trace_size) {
  const ReportView& view = view_of(report);
  if (index >= view.accesses.size()) return 0;
  const ReportView::Access& access = view.accesses[index];
  *thread = number(access.thread);
  *address = pointer(access.bytes.begin);
  *size = static_cast<int>(access.bytes.size);
  *write = is_write(access.kind) ? 1 : 0;
  *atomic = is_atomic(access.kind) ? 1 : 0;
  copy_stack(*runtime(), access.counter, access.calls, trace, trace_size);
  return 1;
}

STEWARD_INTERPOSED int __tsan_get_report_loc(const void* report, Size index, const char** type,
                                             void** address, std::uintptr_t* begin,
                                             std::uintptr_t* size, int* thread, int* descriptor,
                                             int* suppressable, void** trace, Size trace_size) {
  const ReportView& view = view_of(report);
  if (index > 0 || !view.location) return 0;
  *type = "global";
  *address = pointer(*view.location);
  *begin = 0;
  *size = 0;
  *thread = 0;
  *descriptor = 0;
  *suppressable = 0;
  if (trace_size > 0) *trace = nullptr;
  if (const auto block = runtime()->blocks.around(*view.location)) {
    *type = "heap";
    *begin = block->range.begin.value();
    *size = block->range.size;
    *thread = number(block->thread);
    copy_stack(*runtime(), block->counter, block->calls, trace, trace_size);
    return 1;
  }
  runtime()->threads.for_each([&](const ThreadState& t) {
    if (!t.stack.contains(*view.location)) return;
    *type = "stack";
    *thread = number(t.id);
  });
  return 1;
}
STEWARD_INTERPOSED int __tsan_get_report_loc_object_type(const void*, Size, const char** type) {
  *type = "";
  return 1;
}

STEWARD_INTERPOSED int __tsan_get_report_mutex(const void* report, Size index,
                                               std::uint64_t* identity, void** address,
                                               int* destroyed, void** trace, Size size) {
  const ReportView& view = view_of(report);
  if (index >= view.locks.size()) return 0;
  const LockObject lock = runtime()->locks.find(view.locks[index]);
  *identity = lock.id.value();
  *address = pointer(lock.address);
  *destroyed = 0;
  copy_stack(*runtime(), lock.counter, lock.calls, trace, size);
  return 1;
}

STEWARD_INTERPOSED int __tsan_get_report_thread(const void* report, Size index, int* thread,
                                                std::uint64_t* system_thread, int* running,
                                                const char** name, int* parent, void** trace,
                                                Size size) {
  const ReportView& view = view_of(report);
  if (index >= view.threads.size()) return 0;
  *thread = number(view.threads[index]);
  *system_thread = runtime()->threads.system_id(view.threads[index]);
  *running = 0;
  *name = "";
  *parent = 0;
  if (size > 0) *trace = nullptr;
  // Of a thread that has ended nothing more is known here.
  runtime()->threads.for_each([&](const ThreadState& t) {
    if (t.id != view.threads[index]) return;
    *running = 1;
    *parent = number(t.created.thread);
    copy_stack(*runtime(), t.created.counter, t.created.calls, trace, size);
  });
  return 1;
}
STEWARD_INTERPOSED int __tsan_get_report_unique_tid(const void* report, Size index, int* thread) {
  const ReportView& view = view_of(report);
  if (index >= view.threads.size()) return 0;
  *thread = number(view.threads[index]);
  return 1;
}
