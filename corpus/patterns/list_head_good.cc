// hunt: none
// A linked list, corrected: compare_exchange sets the head only if it is still the one that was read.
#include <atomic>
#include <cstdio>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> head;
Node nodes[2] = {{1, nullptr}, {2, nullptr}};

void push(Node* node) {
  node->next = head;
  while (!head.compare_exchange_weak(node->next, node)) {
  }
}

int main() {
  std::thread first(push, &nodes[0]);
  std::thread second(push, &nodes[1]);
  first.join();
  second.join();
  int sum = 0;
  for (Node* node = head; node; node = node->next) sum += node->value;
  if (sum != 3) {
    std::printf("a node is lost\n");
    return 1;
  }
  std::printf("both nodes\n");
}
