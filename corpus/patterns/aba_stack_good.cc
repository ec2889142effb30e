// hunt: none
// ABA, corrected: the top carries a version number that every change increases, and next is atomic.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <thread>

struct Node {
  std::atomic<std::uint32_t> next;  // index + 1; 0: none
  std::atomic<int> owners;
};

Node nodes[3] = {{2, 0}, {3, 0}, {0, 0}};
std::atomic<std::uint64_t> top = 1;  // version in the upper half

std::uint64_t version_after(std::uint64_t old) { return ((old >> 32) + 1) << 32; }

Node* pop() {
  std::uint64_t old = top;
  for (;;) {
    auto index = static_cast<std::uint32_t>(old);
    if (index == 0) return nullptr;
    Node* node = &nodes[index - 1];
    if (!top.compare_exchange_weak(old, version_after(old) | node->next)) continue;
    assert(++node->owners == 1);
    return node;
  }
}

void push(Node* node) {
  --node->owners;
  std::uint64_t old = top;
  do {
    node->next = static_cast<std::uint32_t>(old);
  } while (!top.compare_exchange_weak(old, version_after(old) | (node - nodes + 1)));
}

int main() {
  std::thread recycler([] {
    Node* first = pop();
    pop();
    if (first) push(first);
  });
  std::thread taker([] {
    pop();
    pop();
  });
  recycler.join();
  taker.join();
  std::printf("done\n");
}
