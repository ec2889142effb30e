// hunt: none
// Unsafe publication, corrected: a release store publishes the object, an acquire load receives it.
#include <atomic>
#include <cstdio>
#include <thread>

struct Message {
  int length;
  int checksum;
};

std::atomic<Message*> message;

void produce() {
  Message* fresh = new Message;
  fresh->length = 12;
  fresh->checksum = 34;
  message.store(fresh, std::memory_order_release);
}

int main() {
  std::thread producer(produce);
  Message* received = message.load(std::memory_order_acquire);
  while (!received) {
    std::this_thread::yield();
    received = message.load(std::memory_order_acquire);
  }
  bool right = received->length == 12 && received->checksum == 34;
  producer.join();
  delete received;
  std::printf("%s\n", right ? "received" : "received half a message");
  return right ? 0 : 1;
}
