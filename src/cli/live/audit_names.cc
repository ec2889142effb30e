#include "cli/live/audit_names.h"

namespace steward::cli {
namespace {

constexpr std::string_view kMissingOrder =
    "an order that it makes is not seen: accesses that it keeps apart may be reported";
constexpr std::string_view kInsideLibrary =
    "the order is made inside a library that is not instrumented and not seen: accesses that it "
    "keeps apart may be reported";
constexpr std::string_view kStackSwitch =
    "a switch of stacks is not seen: stacks in reports are wrong, and fibers of one thread are "
    "taken for that thread";

constexpr SyncFamily kClone{"threads made by clone",
                            "what they do is ordered after nothing: accesses may be reported that "
                            "are no races"};
constexpr SyncFamily kThreads{"POSIX threads", kMissingOrder};
constexpr SyncFamily kSemaphores{"semaphores", kMissingOrder};
constexpr SyncFamily kC11{"C11 threads", kMissingOrder};
constexpr SyncFamily kGuards{"static variables", kMissingOrder};
constexpr SyncFamily kAtomics{"libatomic", kMissingOrder};
constexpr SyncFamily kSystem{"system calls that may wait (futex)", kMissingOrder};
constexpr SyncFamily kQueues{"message queues and asynchronous input and output", kMissingOrder};
constexpr SyncFamily kContexts{"contexts and fibers", kStackSwitch};
constexpr SyncFamily kOpenMp{"OpenMP", kInsideLibrary};
constexpr SyncFamily kTbb{"Threading Building Blocks", kInsideLibrary};
constexpr SyncFamily kGlib{"GLib", kInsideLibrary};
constexpr SyncFamily kQt{"Qt", kInsideLibrary};
constexpr SyncFamily kDispatch{"libdispatch", kInsideLibrary};

struct Known {
  std::string_view pattern;  // a symbol; with * at its end, all that begin so
  const SyncFamily* family;
};

// Operations that order; not those that only make or remove an object. Prefixes only where nobody
// else uses them: sem_ and mtx_ begin names in many programs.
constexpr Known kKnown[] = {
    {"clone", &kClone},
    {"pthread_create", &kThreads},
    {"pthread_join", &kThreads},
    {"pthread_tryjoin_np", &kThreads},
    {"pthread_timedjoin_np", &kThreads},
    {"pthread_clockjoin_np", &kThreads},
    {"pthread_once", &kThreads},
    {"pthread_mutex_lock", &kThreads},
    {"pthread_mutex_trylock", &kThreads},
    {"pthread_mutex_timedlock", &kThreads},
    {"pthread_mutex_clocklock", &kThreads},
    {"pthread_mutex_unlock", &kThreads},
    {"pthread_rwlock_rdlock", &kThreads},
    {"pthread_rwlock_tryrdlock", &kThreads},
    {"pthread_rwlock_timedrdlock", &kThreads},
    {"pthread_rwlock_clockrdlock", &kThreads},
    {"pthread_rwlock_wrlock", &kThreads},
    {"pthread_rwlock_trywrlock", &kThreads},
    {"pthread_rwlock_timedwrlock", &kThreads},
    {"pthread_rwlock_clockwrlock", &kThreads},
    {"pthread_rwlock_unlock", &kThreads},
    {"pthread_cond_signal", &kThreads},
    {"pthread_cond_broadcast", &kThreads},
    {"pthread_cond_wait", &kThreads},
    {"pthread_cond_timedwait", &kThreads},
    {"pthread_cond_clockwait", &kThreads},
    {"pthread_barrier_wait", &kThreads},
    {"pthread_spin_lock", &kThreads},
    {"pthread_spin_trylock", &kThreads},
    {"pthread_spin_unlock", &kThreads},
    {"sem_post", &kSemaphores},
    {"sem_wait", &kSemaphores},
    {"sem_trywait", &kSemaphores},
    {"sem_timedwait", &kSemaphores},
    {"sem_clockwait", &kSemaphores},
    {"semop", &kSemaphores},
    {"semtimedop", &kSemaphores},
    {"thrd_create", &kC11},
    {"thrd_join", &kC11},
    {"mtx_lock", &kC11},
    {"mtx_timedlock", &kC11},
    {"mtx_trylock", &kC11},
    {"mtx_unlock", &kC11},
    {"cnd_signal", &kC11},
    {"cnd_broadcast", &kC11},
    {"cnd_wait", &kC11},
    {"cnd_timedwait", &kC11},
    {"call_once", &kC11},
    {"__cxa_guard_*", &kGuards},
    {"__atomic_*", &kAtomics},
    {"syscall", &kSystem},
    {"mq_send", &kQueues},
    {"mq_receive", &kQueues},
    {"mq_timedsend", &kQueues},
    {"mq_timedreceive", &kQueues},
    {"msgsnd", &kQueues},
    {"msgrcv", &kQueues},
    {"aio_*", &kQueues},
    {"lio_listio*", &kQueues},
    {"getaddrinfo_a", &kQueues},
    {"io_uring_*", &kQueues},
    {"swapcontext", &kContexts},
    {"setcontext", &kContexts},
    {"jump_fcontext", &kContexts},
    {"GOMP_*", &kOpenMp},
    {"omp_set_lock", &kOpenMp},
    {"omp_unset_lock", &kOpenMp},
    {"omp_test_lock", &kOpenMp},
    {"omp_set_nest_lock", &kOpenMp},
    {"omp_unset_nest_lock", &kOpenMp},
    {"omp_test_nest_lock", &kOpenMp},
    {"__kmpc_*", &kOpenMp},
    {"_ZN3tbb*", &kTbb},
    {"_ZNK3tbb*", &kTbb},
    {"g_mutex_*", &kGlib},
    {"g_rec_mutex_*", &kGlib},
    {"g_rw_lock_*", &kGlib},
    {"g_cond_*", &kGlib},
    {"g_once_*", &kGlib},
    {"g_bit_lock", &kGlib},
    {"g_bit_unlock", &kGlib},
    {"g_async_queue_*", &kGlib},
    {"g_thread_*", &kGlib},
    {"_ZN6QMutex*", &kQt},
    {"_ZN11QBasicMutex*", &kQt},
    {"_ZN14QReadWriteLock*", &kQt},
    {"_ZN14QWaitCondition*", &kQt},
    {"_ZN10QSemaphore*", &kQt},
    {"_ZN7QThread*", &kQt},
    {"dispatch_*", &kDispatch},
};

bool matches(std::string_view symbol, std::string_view pattern) {
  if (!pattern.ends_with('*')) return symbol == pattern;
  pattern.remove_suffix(1);
  return symbol.starts_with(pattern);
}

}  // namespace

const SyncFamily* synchronization_family(std::string_view symbol) {
  for (const Known& known : kKnown) {
    if (matches(symbol, known.pattern)) return known.family;
  }
  return nullptr;
}

}  // namespace steward::cli
