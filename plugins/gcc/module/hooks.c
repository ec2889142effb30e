/* Part of each module that was built with the plugin: the functions that its checks call, which are
 * the runtime's if it is there, and what happens when an access is refused. */
#include <pthread.h>
#include <steward/race_record.h>

#define HIDDEN __attribute__((visibility("hidden")))

static int pass(const void* address) {
  (void)address;
  return 0;
}
static int pass_range(const void* address, size_t size) {
  (void)size;
  return pass(address);
}
static int pass_vptr(const void* address, const void* value) {
  (void)value;
  return pass(address);
}

#define ALL_HOOKS(HOOK, RANGE, VPTR)                                                             \
  HOOK(read1)                                                                                    \
  HOOK(read2)                                                                                    \
  HOOK(read4)                                                                                    \
  HOOK(read8) HOOK(read16) RANGE(read_range) HOOK(write1) HOOK(write2) HOOK(write4) HOOK(write8) \
      HOOK(write16) RANGE(write_range) VPTR(write_vptr)

#define DEFINE(name) HIDDEN int (*__steward_hook_##name)(const void*) = pass;
#define DEFINE_RANGE(name) HIDDEN int (*__steward_hook_##name)(const void*, size_t) = pass_range;
#define DEFINE_VPTR(name) HIDDEN int (*__steward_hook_##name)(const void*, const void*) = pass_vptr;
ALL_HOOKS(DEFINE, DEFINE_RANGE, DEFINE_VPTR)

#define CONNECT(name) \
  if (__steward_guard_##name) __steward_hook_##name = __steward_guard_##name;
/* What each file of the module has not checked, trusting in annotations: see plugin.cc. The linker
 * says where that begins and ends. */
extern const unsigned long long __start_steward_trusts[] __attribute__((weak)) HIDDEN;
extern const unsigned long long __stop_steward_trusts[] __attribute__((weak)) HIDDEN;
static void say_what_is_trusted(void) {
  unsigned long long all = 0;
  for (const unsigned long long* one = __start_steward_trusts; one != __stop_steward_trusts; ++one)
    all += *one;
  if (all != 0 && __steward_guard_trusts) __steward_guard_trusts(all);
}

/* Before the constructors of the program. */
__attribute__((constructor(101))) static void connect(void) {
  ALL_HOOKS(CONNECT, CONNECT, CONNECT)
  if (__steward_guard_begin) __steward_guard_begin();
  say_what_is_trusted();
}

/* REQUIRES: the runtime is there; it has just refused something. */
HIDDEN void __steward_hook_refused(void) {
  const struct steward_guard_module* const thrower = __steward_guard_module();
  if (thrower != NULL) {
    thrower->refuse();
    return;
  }
  if (__steward_guard_refused(NULL) == steward_way_end_thread) {
    __steward_guard_tell(steward_way_end_thread, steward_why_policy);
    pthread_exit(PTHREAD_CANCELED);
  }
  __steward_guard_tell(steward_way_abort, steward_why_no_exceptions);
}
/* The same where nothing may be thrown. */
HIDDEN void __steward_hook_refused_here(void) {
  __steward_guard_tell(steward_way_abort, steward_why_noexcept);
}
