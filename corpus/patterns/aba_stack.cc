// hunt: nodes harmful abort
// fix: Make next an atomic and put a version number beside the index of the top, or use a mutex.
// ABA on a lock-free free list: top is what it was, but the node below it is no longer free. The plain
// read of next races with the push of another thread.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

struct Node {
  Node* next;
  std::atomic<int> owners;
};

Node nodes[3] = {{&nodes[1], 0}, {&nodes[2], 0}, {nullptr, 0}};
std::atomic<Node*> top = &nodes[0];

Node* pop() {
  Node* node = top;
  while (node && !top.compare_exchange_weak(node, node->next)) {
  }
  if (node) assert(++node->owners == 1);
  return node;
}

void push(Node* node) {
  --node->owners;
  Node* below = top;
  do {
    node->next = below;
  } while (!top.compare_exchange_weak(below, node));
}

int main() {
  std::thread recycler([] {
    Node* first = pop();
    Node* second = pop();
    if (first) push(first);
    if (second) assert(second->owners == 1);
  });
  std::thread taker([] {
    pop();
    pop();
  });
  recycler.join();
  taker.join();
  std::printf("done\n");
}
