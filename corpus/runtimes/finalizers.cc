// told: race open_files
// untold: none
// A collector calls finalizers, which are code of the program: what they do counts, whatever region
// the collector is in. That the collector has come by at a thread's safepoint orders nothing.
#include <pthread.h>
#include <steward/lard.h>
#include <thread>

struct File {
  bool reachable = true;
};
File file;
int open_files = 1;
pthread_barrier_t stopped;

void finalize(File&) { --open_files; }

void collect() {
  const steward::lard::untracked_region here;
  pthread_barrier_wait(&stopped);
  if (!file.reachable) {
    const steward::lard::tracked_region program;
    finalize(file);
  }
  pthread_barrier_wait(&stopped);
}
void safepoint() {
  const steward::lard::untracked_region here;
  file.reachable = false;  // as its roots say
  pthread_barrier_wait(&stopped);
  pthread_barrier_wait(&stopped);
}

int main() {
  pthread_barrier_init(&stopped, nullptr, 2);
  std::thread collector(collect);
  safepoint();
  ++open_files;  // as if finalizers could not run beside it
  collector.join();
}
