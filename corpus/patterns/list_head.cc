// hunt: head harmful exit-code
// fix: Push under a mutex, or with compare_exchange on an atomic head.
// A linked list without a lock: two threads push in front of the same head, and one node is lost.
#include <cstdio>
#include <thread>

struct Node {
  int value;
  Node* next;
};

Node* head;
Node nodes[2] = {{1, nullptr}, {2, nullptr}};

void push(Node* node) {
  node->next = head;
  head = node;
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
