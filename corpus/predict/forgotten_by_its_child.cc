// expect: race child_thread
// run: race child_thread
// flags: -pthread
// The hybrid paper's Figure 1. The child is started after `global_flag` was set, which orders the
// two; its write of `child_thread` is ordered by nothing, and the lock is held on one side only.
#include <pthread.h>

int global_flag;
pthread_t* child_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps, interrupts;

static void* run_child(void*) {
  if (global_flag == 1) ++steps;
  child_thread = nullptr;
  return nullptr;
}

int main() {
  pthread_t handle;
  global_flag = 1;
  child_thread = &handle;
  pthread_create(&handle, nullptr, run_child, nullptr);
  pthread_mutex_lock(&lock);
  if (child_thread != nullptr) ++interrupts;
  pthread_mutex_unlock(&lock);
  pthread_join(handle, nullptr);
}
