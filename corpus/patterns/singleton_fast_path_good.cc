// hunt: none
// Singleton, corrected: a function-local static is made once, and complete when anybody gets it.
#include <cassert>
#include <cstdio>
#include <thread>

class Registry {
 public:
  static Registry& get() {
    static Registry instance;
    return instance;
  }
  int entries() const { return entries_; }

 private:
  Registry() { load(); }
  void load() { entries_ = 3; }
  int entries_ = 0;
};

void use() { assert(Registry::get().entries() == 3); }

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  std::printf("3 entries\n");
}
