// expect: race heap
// run: none
// flags: -pthread
// The objects that race are not the same in each run: what they have in common is where they are
// allocated, and where in them the accesses are.
#include <pthread.h>
#include <sched.h>

struct Node {
  long key = 0;
  int visits = 0;
  int guarded = 0;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t elsewhere = PTHREAD_MUTEX_INITIALIZER;

static volatile bool done;
__attribute__((no_sanitize("thread"))) static void announce() { done = true; }
__attribute__((no_sanitize("thread"))) static void await() {
  while (!done) sched_yield();
}

static void visit(Node* node) {
  ++node->visits;
  pthread_mutex_lock(&lock);
  ++node->guarded;
  pthread_mutex_unlock(&lock);
}
static void pass_by() {
  pthread_mutex_lock(&elsewhere);
  pthread_mutex_unlock(&elsewhere);
}
static void* first(void* nodes) {
  visit(static_cast<Node**>(nodes)[3]);
  pass_by();
  announce();
  return nullptr;
}
static void* second(void* nodes) {
  await();
  pass_by();
  visit(static_cast<Node**>(nodes)[3]);
  return nullptr;
}

int main() {
  Node* nodes[8];
  for (Node*& node : nodes) node = new Node;
  pthread_t a, b;
  pthread_create(&a, nullptr, first, nodes);
  pthread_create(&b, nullptr, second, nodes);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  for (Node* node : nodes) delete node;
}
