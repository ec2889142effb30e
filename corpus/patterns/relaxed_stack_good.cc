// hunt: none
// A lock-free stack, corrected: push releases, and who takes the nodes acquires.
#include <atomic>
#include <cstdio>
#include <thread>

struct Node {
  int value;
  Node* next;
};

Node nodes[2];
std::atomic<Node*> top;

void push(Node* node, int value) {
  node->value = value;
  node->next = top.load(std::memory_order_relaxed);
  while (!top.compare_exchange_weak(node->next, node, std::memory_order_release)) {
  }
}

int take_all() {
  int sum = 0;
  Node* node = top.exchange(nullptr, std::memory_order_acquire);
  for (; node; node = node->next) sum += node->value;
  return sum;
}

int main() {
  std::thread pusher([] {
    push(&nodes[0], 3);
    push(&nodes[1], 4);
  });
  int sum = 0;
  std::thread taker([&] { sum = take_all(); });
  pusher.join();
  taker.join();
  sum += take_all();
  if (sum != 7) {
    std::printf("values are missing\n");
    return 1;
  }
  std::printf("7\n");
}
