// confirm: A B potential
// runs: 4
// flags: -pthread
// More bytes than there is room for go to a thread of the same process; packets stay whole.
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kMany = 300000, kPacket = 10000 };
static char bytes[kMany];
static int pipe_ends[2], stream[2], packets[2];
static int read_so_far;

static void read_all(int file) {
  static char into[kMany];
  for (int got = 0; got < kMany;) {
    const ssize_t size = read(file, into, (size_t)(kMany - got));
    if (size <= 0) abort();
    got += (int)size;
  }
  ++read_so_far;  // A
}

static void* read_everything(void* unused) {
  read_all(pipe_ends[0]);
  for (int i = 0; i < 3; ++i) read_all(stream[0]);
  char packet[2 * kPacket];
  for (int i = 0; i < 2; ++i)
    if (read(packets[0], packet, sizeof packet) != kPacket) abort();
  return unused;
}

int main(void) {
  if (pipe(pipe_ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, stream) != 0 ||
      socketpair(AF_UNIX, SOCK_SEQPACKET, 0, packets) != 0)
    abort();
  pthread_t reader;
  pthread_create(&reader, NULL, read_everything, NULL);
  if (write(pipe_ends[1], bytes, kMany) != kMany) abort();
  if (write(stream[1], bytes, kMany) != kMany) abort();
  if (send(stream[1], bytes, kMany, 0) != kMany) abort();
  struct iovec parts[2] = {{bytes, kMany / 2}, {bytes + kMany / 2, kMany - kMany / 2}};
  if (writev(stream[1], parts, 2) != kMany) abort();
  for (int i = 0; i < 2; ++i)
    if (write(packets[1], bytes, kPacket) != kPacket) abort();
  pthread_join(reader, NULL);
  return read_so_far == 4 ? 0 : 1;  // B
}
