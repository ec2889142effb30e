// hunt: message real
// hunt: heap harmful exit-code
// fix: Make the pointer a std::atomic, stored with release and loaded with acquire.
// Unsafe publication: the object is complete before its pointer is stored, but nothing says that the
// reader sees the two in that order.
#include <cstdio>
#include <thread>

struct Message {
  int length;
  int checksum;
};

Message* message;

void produce() {
  Message* fresh = new Message;
  fresh->length = 12;
  fresh->checksum = 34;
  message = fresh;
}

int main() {
  std::thread producer(produce);
  Message* received = message;
  while (!received) {
    std::this_thread::yield();
    received = message;
  }
  bool right = received->length == 12 && received->checksum == 34;
  producer.join();
  delete received;
  std::printf("%s\n", right ? "received" : "received half a message");
  return right ? 0 : 1;
}
