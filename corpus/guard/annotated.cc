// A bank behind one lock, annotated for clang's thread-safety analysis: for `steward c++ --guard
// --trust-annotations`, and for what that is worth (docs/guard.md).
//
// Argument: how many transfers each of two threads makes.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#if defined(__clang__)
#define ANNOTATE(x) __attribute__((x))
#else
#define ANNOTATE(x)
#endif
#define GUARDED_BY(x) ANNOTATE(guarded_by(x))
class ANNOTATE(capability("mutex")) Mutex {
 public:
  void lock() ANNOTATE(acquire_capability()) { mutex_.lock(); }
  void unlock() ANNOTATE(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};
class ANNOTATE(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) ANNOTATE(acquire_capability(mutex)) : mutex_(mutex) { mutex.lock(); }
  ~Lock() ANNOTATE(release_capability()) { mutex_.unlock(); }

 private:
  Mutex& mutex_;
};
constexpr int kAccounts = 64;
class Bank {
 public:
  void transfer(int from, int to, long amount) {
    Lock lock(mutex_);
    balances_[from] -= amount;
    balances_[to] += amount;
    ++transfers_;
    if (balances_[from] < lowest_) lowest_ = balances_[from];
  }
  long sum() {
    Lock lock(mutex_);
    long all = 0;
    for (int i = 0; i < kAccounts; ++i) all += balances_[i];
    return all;
  }

 private:
  Mutex mutex_;
  long balances_[kAccounts] GUARDED_BY(mutex_) = {};
  long transfers_ GUARDED_BY(mutex_) = 0;
  long lowest_ GUARDED_BY(mutex_) = 0;
};
Bank bank;
void work(unsigned state, int turns) {
  for (int i = 0; i < turns; ++i) {
    state = state * 1103515245 + 12345;
    bank.transfer(state >> 8 & 63, state >> 16 & 63, 1);
    if (i % 16 == 0 && bank.sum() != 0) std::abort();
  }
}
int main(int, char** argv) {
  const int turns = std::atoi(argv[1]);
  std::thread one(work, 1, turns), other(work, 2, turns);
  one.join();
  other.join();
  std::printf("%ld\n", bank.sum());
}
