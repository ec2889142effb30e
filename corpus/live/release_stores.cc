// expect: race first
// flags: -pthread
// What is released to an object as by a store is all that it passes on: whoever acquires it comes
// after the second thread, not after the first. What is added to another passes both on.
#include <thread>

extern "C" {
void __tsan_java_release_store(unsigned long object);
void __tsan_java_release(unsigned long object);
void __tsan_java_acquire(unsigned long object);
void __tsan_testonly_barrier_init(unsigned*, unsigned);
void __tsan_testonly_barrier_wait(unsigned*);
}

long stored, added;
int first, second, both;
unsigned barrier;

static unsigned long at(long& object) { return reinterpret_cast<unsigned long>(&object); }

int main() {
  __tsan_testonly_barrier_init(&barrier, 3);
  std::thread one([] {
    first = 1;
    both = 1;
    __tsan_java_release_store(at(stored));
    __tsan_java_release(at(added));
    __tsan_testonly_barrier_wait(&barrier);
    __tsan_testonly_barrier_wait(&barrier);
  });
  std::thread other([] {
    __tsan_testonly_barrier_wait(&barrier);
    second = 1;
    __tsan_java_release_store(at(stored));
    __tsan_java_release(at(added));
    __tsan_testonly_barrier_wait(&barrier);
  });
  __tsan_testonly_barrier_wait(&barrier);
  __tsan_testonly_barrier_wait(&barrier);
  __tsan_java_acquire(at(stored));
  ++second;
  ++first;
  __tsan_java_acquire(at(added));
  ++both;
  one.join();
  other.join();
}
