// A controlled execution has one processor. Programs that make a thread for each are to see as many
// as there are.
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "runtime/explore/scene.h"
#include "runtime/explore/stand_in.h"
#include "runtime/intercept/memory_family.h"

using namespace steward;

namespace {

STEWARD_BEHIND(sched_getaffinity);
STEWARD_BEHIND(pthread_getaffinity_np);

int processors() { return static_cast<int>(the_scene().exploration.header().processors); }

void name_all(std::size_t size, cpu_set_t* out) {
  CPU_ZERO_S(size, out);
  for (int i = 0; i < processors(); ++i) CPU_SET_S(static_cast<std::size_t>(i), size, out);
}

int controlled_sched_getaffinity(pid_t process, std::size_t size, cpu_set_t* out) {
  const int result = behind_sched_getaffinity(process, size, out);
  if (const Turn turn; turn && result == 0) name_all(size, out);
  return result;
}
int controlled_pthread_getaffinity_np(pthread_t thread, std::size_t size, cpu_set_t* out) {
  const int result = behind_pthread_getaffinity_np(thread, size, out);
  if (const Turn turn; turn && result == 0) name_all(size, out);
  return result;
}
STEWARD_STANDS_IN(sched_getaffinity);
STEWARD_STANDS_IN(pthread_getaffinity_np);

}  // namespace

STEWARD_FAMILY(int, get_nprocs, ()) {
  const Turn turn;
  return turn ? processors() : real_get_nprocs();
}
STEWARD_FAMILY(long, sysconf, (int name)) {
  const Turn turn;
  return turn && name == _SC_NPROCESSORS_ONLN ? processors() : real_sysconf(name);
}
STEWARD_FAMILY(int, sched_getcpu, ()) {
  const Turn turn;
  return turn ? 0 : real_sched_getcpu();
}
