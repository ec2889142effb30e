// Message queues, and the semaphores of System V. Those queues are descriptors; these have numbers.
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

#include "runtime/control/events.h"
#include "runtime/intercept/files_channels.h"

using namespace steward;

namespace {

// Queues and sets of semaphores are numbered apart.
MessageId queue(int number) {
  return message_at(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number) << 1),
                    MessageUse::queue);
}
MessageId semaphores(int number) {
  return message_at(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number) << 1 | 1),
                    MessageUse::queue);
}
void send(MessageId message, Touch touch) {
  if (const Scope scope(touch.counter()); scope) scope.send(message);
}
void receive(MessageId message, Touch touch) {
  if (const Scope scope(touch.counter()); scope) scope.receive(message);
}
ssize_t came(const ChannelUse& use, ssize_t size, char* text, unsigned* priority, Touch touch) {
  if (size < 0) return size;
  use.receive();
  touch.wrote(text, static_cast<std::size_t>(size)).wrote(priority);
  return size;
}

}  // namespace

STEWARD_FAMILY(int, mq_send, (mqd_t to, const char* text, std::size_t size, unsigned priority)) {
  STEWARD_TOUCH.read(text, size);
  sending(to, STEWARD_TOUCH);
  return real_mq_send(to, text, size, priority);
}
STEWARD_FAMILY(int, mq_timedsend,
               (mqd_t to, const char* text, std::size_t size, unsigned priority,
                const timespec* until)) {
  STEWARD_TOUCH.read(text, size);
  sending(to, STEWARD_TOUCH);
  return real_mq_timedsend(to, text, size, priority, until);
}
STEWARD_FAMILY(ssize_t, mq_receive,
               (mqd_t from, char* text, std::size_t room, unsigned* priority)) {
  const ChannelUse use(from, STEWARD_TOUCH);
  return came(use, real_mq_receive(from, text, room, priority), text, priority, STEWARD_TOUCH);
}
STEWARD_FAMILY(ssize_t, mq_timedreceive,
               (mqd_t from, char* text, std::size_t room, unsigned* priority,
                const timespec* until)) {
  const ChannelUse use(from, STEWARD_TOUCH);
  return came(use, real_mq_timedreceive(from, text, room, priority, until), text, priority,
              STEWARD_TOUCH);
}

// A message begins with its type, which does not count for its size.
STEWARD_FAMILY(int, msgsnd, (int to, const void* message, std::size_t size, int flags)) {
  STEWARD_TOUCH.read(message, sizeof(long) + size);
  send(queue(to), STEWARD_TOUCH);
  return real_msgsnd(to, message, size, flags);
}
STEWARD_FAMILY(ssize_t, msgrcv, (int from, void* message, std::size_t room, long type, int flags)) {
  const ssize_t size = real_msgrcv(from, message, room, type, flags);
  if (size < 0) return size;
  receive(queue(from), STEWARD_TOUCH);
  STEWARD_TOUCH.wrote(message, sizeof(long) + static_cast<std::size_t>(size));
  return size;
}

// Who makes a semaphore smaller may be waited for, too: by who waits for zero.
STEWARD_FAMILY(int, semop, (int set, sembuf* operations, std::size_t count)) {
  send(semaphores(set), STEWARD_TOUCH);
  const int result = real_semop(set, operations, count);
  if (result == 0) receive(semaphores(set), STEWARD_TOUCH);
  return result;
}
STEWARD_FAMILY(int, semtimedop,
               (int set, sembuf* operations, std::size_t count, const timespec* limit)) {
  send(semaphores(set), STEWARD_TOUCH);
  const int result = real_semtimedop(set, operations, count, limit);
  if (result == 0) receive(semaphores(set), STEWARD_TOUCH);
  return result;
}
