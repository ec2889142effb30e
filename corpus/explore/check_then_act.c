// confirm: A B harmful simultaneous
// flags: -pthread
// A flag is looked at, and changes right afterwards: the harm comes only if whoever sets it goes on
// while the other believes what it saw.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int stopping;
static atomic_int stopped, requests;

static void* request(void* unused) {
  if (stopping) return unused;  // A
  atomic_fetch_add(&requests, 1);
  assert(!atomic_load(&stopped));
  return unused;
}

int main(void) {
  pthread_t client;
  pthread_create(&client, NULL, request, NULL);
  stopping = 1;  // B
  atomic_store(&stopped, 1);
  pthread_join(client, NULL);
}
