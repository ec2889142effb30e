// expect: race heap
// flags: -pthread
// A virtual function is called while the destructor turns the object into its base.
#include <pthread.h>
#include <semaphore.h>

struct Base {
  virtual void done() { sem_post(&ready); }
  virtual ~Base() { sem_wait(&ready); }
  Base() { sem_init(&ready, 0, 0); }
  sem_t ready;
};
struct Derived : Base {
  void done() override { Base::done(); }
};

static void* finish(void* object) {
  static_cast<Base*>(object)->done();
  return nullptr;
}

int main() {
  Base* object = new Derived;
  pthread_t thread;
  pthread_create(&thread, nullptr, finish, object);
  delete object;
  pthread_join(thread, nullptr);
}
