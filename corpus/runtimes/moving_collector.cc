// told: race heap
// untold: none
// A collector moves an object between two accesses that race. Their addresses are different, and
// all threads wait for the collector, so a detector sees neither that they meet nor that nothing in
// the program orders them. The object that comes to lie where the first one was is another one.
#include <cstring>
#include <pthread.h>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

struct Object {
  long count;
};
struct Heap {
  Object spaces[2][8];
} heap;
Object* root = &heap.spaces[0][0];
Object* other_root;
pthread_barrier_t stopped;

// Threads wait here while the collector is at work.
void safepoint() {
  const steward::lard::untracked_region here;  // that orders nothing in the program
  pthread_barrier_wait(&stopped);
  pthread_barrier_wait(&stopped);
}
void collect() {
  const steward::lard::untracked_region here;
  pthread_barrier_wait(&stopped);
  Object* const moved = &heap.spaces[1][0];
  std::memcpy(moved, root, sizeof *moved);
  steward_move(moved, root, sizeof *moved);
  other_root = root;
  root = moved;
  pthread_barrier_wait(&stopped);
}
Object* load(Object* const& reference) {
  const steward::lard::untracked_region here;  // the reference is the run-time system's
  return reference;
}

int main() {
  pthread_barrier_init(&stopped, nullptr, 3);
  std::thread first([] {
    load(root)->count = 1;
    safepoint();
    load(other_root)->count = 3;  // a new object, where the old one was
  });
  std::thread second([] {
    safepoint();
    load(root)->count = 2;  // nothing orders it after the first
  });
  collect();
  first.join();
  second.join();
}
