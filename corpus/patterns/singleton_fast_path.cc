// hunt: Registry::instance harmful abort
// hunt: heap harmful abort
// fix: Use a function-local static, or store the pointer (an atomic) only when the object is complete.
// Unlocked fast path of a singleton: the pointer is stored before the object is loaded, and the fast path
// hands out what is not ready.
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

class Registry {
 public:
  static Registry& get() {
    if (Registry* ready = instance) return *ready;
    std::lock_guard<std::mutex> guard(mutex);
    if (!instance) {
      instance = new Registry;
      instance->load();
    }
    return *instance;
  }
  int entries() const { return entries_; }

 private:
  void load() { entries_ = 3; }
  int entries_ = 0;
  static inline Registry* instance;
  static inline std::mutex mutex;
};

void use() { assert(Registry::get().entries() == 3); }

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  std::printf("3 entries\n");
}
