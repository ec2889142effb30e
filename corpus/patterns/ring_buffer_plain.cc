// hunt: head harmful exit-code
// hunt: tail harmful exit-code
// hunt: slots harmful exit-code
// fix: Make both indices atomic, stored with release and loaded with acquire.
// Ring buffer with plain indices: nothing says that the consumer sees an item when it sees the index,
// and an index may even seem to go back.
#include <cstdio>
#include <thread>

constexpr unsigned size = 2;
constexpr int items = 5;

int slots[size];
unsigned head;
unsigned tail;

void produce() {
  for (int item = 1; item <= items; ++item) {
    while (tail - head == size) std::this_thread::yield();
    slots[tail % size] = item;
    tail = tail + 1;
  }
}

int main() {
  std::thread producer(produce);
  bool right = true;
  for (int item = 1; item <= items; ++item) {
    while (head == tail) std::this_thread::yield();
    if (slots[head % size] != item) right = false;
    head = head + 1;
  }
  producer.join();
  std::printf("%s\n", right ? "all items in order" : "items lost or repeated");
  return right ? 0 : 1;
}
