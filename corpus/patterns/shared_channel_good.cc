// hunt: heap potential
// Shared channel: a blocking queue is synchronised, the messages that go through it are not and need not
// be: who takes one comes after who put it there. Predicted if nobody ever had to wait for one.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

struct Message {
  int number;
};

std::mutex channel_mutex;
std::condition_variable channel_filled;
std::deque<Message*> channel;

void send(Message* message) {
  std::lock_guard<std::mutex> guard(channel_mutex);
  channel.push_back(message);
  channel_filled.notify_one();
}

Message* receive() {
  std::unique_lock<std::mutex> lock(channel_mutex);
  channel_filled.wait(lock, [] { return !channel.empty(); });
  Message* message = channel.front();
  channel.pop_front();
  return message;
}

int main() {
  std::thread sender([] {
    for (int number = 1; number <= 3; ++number) send(new Message{number});
  });
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    Message* message = receive();
    message->number *= 2;
    sum += message->number;
    delete message;
  }
  sender.join();
  std::printf("%d\n", sum);
  return sum == 12 ? 0 : 1;
}
