// A cache that forgets what is old, after cache4j: a cleaner goes over it now and then and sleeps
// in between; who finds the cache full wakes it up by an interrupt, as Java's threads have it: what
// blocks throws. That is caught around the sleep, but nowhere else.
//
// truth: bug sleeping: seen set when the cleaner has slept already, so that what comes next throws
// truth: benign hits: a statistic; some hits are not counted
// truth: false entry: written before it is put into the cache, and read by who found it there,
// behind the cache's lock
// fails: sleeping
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "driver.h"

namespace {

struct Interrupted : std::runtime_error {
  Interrupted() : runtime_error("interrupted") {}
};

// What an interrupt is for one thread.
class Interruptible {
 public:
  void interrupt() {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
    changed_.notify_one();
  }
  void sleep(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [&] { return interrupted_; });
    throw_if_interrupted();
  }
  // For what could block, but does not.
  void check() {
    const std::lock_guard lock(mutex_);
    throw_if_interrupted();
  }

 private:
  void throw_if_interrupted() {
    if (!interrupted_) return;
    interrupted_ = false;
    throw Interrupted();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool interrupted_ = false;
};

constexpr int kRoom = 4;
constexpr int kKeys = 10;

struct Entry {
  int key = -1;
  int age = 0;
  int value = 0;
};

class Cache {
 public:
  // Null if there is none.
  Entry* find(int key) {
    const std::lock_guard lock(mutex_);
    for (Entry*& entry : entries_)
      if (entry != nullptr && entry->key == key) return entry;  // [entry]
    return nullptr;
  }
  // Whether there was room for it.
  bool put(Entry* entry) {
    const std::lock_guard lock(mutex_);
    for (Entry*& place : entries_) {
      if (place != nullptr) continue;
      place = entry;
      return true;
    }
    return false;
  }
  void forget_old() {
    const std::lock_guard lock(mutex_);
    for (Entry*& entry : entries_)
      if (entry != nullptr && ++entry->age > 2) entry = nullptr;
  }

 private:
  std::mutex mutex_;
  Entry* entries_[kRoom] = {};
};

Cache cache;
long hits;

class Cleaner {
 public:
  void run() {
    for (int round = 0; round < 4; ++round) {
      cleaning_.check();
      cache.forget_old();
      sleeping_ = true;  // [sleeping]
      try {
        cleaning_.sleep(std::chrono::milliseconds(1));
      } catch (const Interrupted&) {  // somebody is in a hurry
      }
      sleeping_ = false;  // [sleeping]
    }
  }
  void hurry() {
    if (sleeping_)  // [sleeping]
      cleaning_.interrupt();
  }

 private:
  Interruptible cleaning_;
  bool sleeping_ = false;
};

Cleaner cleaner;

int look_up(Entry& mine, int key) {
  if (const Entry* known = cache.find(key)) {
    ++hits;               // [hits]
    return known->value;  // [entry]
  }
  mine.key = key;          // [entry]
  mine.value = key * key;  // [entry]
  if (!cache.put(&mine)) cleaner.hurry();
  return key * key;
}

void use(int first, Entry* mine) {
  for (int i = 0; i < kKeys; ++i) look_up(mine[i], first + i);
}

Entry entries[2][kKeys];

void clean() { cleaner.run(); }
void use_low() { use(0, entries[0]); }
void use_high() { use(4, entries[1]); }

}  // namespace

int main() { return run_together({clean, use_low, use_high}); }
