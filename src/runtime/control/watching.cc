#include "runtime/control/watching.h"

#include <link.h>

#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"

namespace steward {

using channel::Place;

namespace {

void watch_object(Runtime& runtime, Place place, std::uint64_t counter, AddressRange object,
                  std::uint64_t element = 0) {
  if (!runtime.plan.selects()) return;
  // What was there before had its own class.
  runtime.detector.select(object, false);
  if (!runtime.plan.watches(place)) return;
  runtime.plan.for_each_part(place, module_place_of(counter), object, element,
                             [&](AddressRange part) { runtime.detector.select(part, true); });
}

int watch_module(dl_phdr_info* module, std::size_t, void* of) {
  Runtime& runtime = *static_cast<Runtime*>(of);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    // Any address of it tells which one it is.
    const ModulePlace place = module_place_of(module->dlpi_addr + part.p_vaddr);
    const AddressRange all{Address(module->dlpi_addr), part.p_vaddr + part.p_memsz};
    runtime.plan.for_each_part(Place::global, {place.module, 0}, all, 0,
                               [&](AddressRange global) { runtime.detector.select(global, true); });
  }
  return 0;
}

}  // namespace

void follow_plan(Runtime& runtime) {
  watch_modules(runtime);
  if (!runtime.plan.has_channels()) return;
  runtime.locks.announce_to([](const LockObject& object) {
    Runtime& found = *steward::runtime();
    if (found.plan.is_channel(class_of(found, {object.address, 1})))
      found.detector.mark_channel(object.id);
  });
}

void watch_modules(Runtime& runtime) {
  if (runtime.plan.selects() && runtime.plan.watches(Place::global))
    dl_iterate_phdr(watch_module, &runtime);
}

void watch_block(Runtime& runtime, const Block& block) {
  if (Analysis::selects() && runtime.several_threads.load(std::memory_order_relaxed))
    runtime.detector.block_made(block);
  watch_object(runtime, Place::heap, block.counter, block.range, block.element);
}

void watch_thread(Runtime& runtime, const ThreadState& t) {
  watch_object(runtime, Place::stack, t.created.counter, t.stack);
  watch_object(runtime, Place::thread_local_storage, t.created.counter, t.tls);
}

}  // namespace steward
