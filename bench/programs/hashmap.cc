// A hash map whose buckets are guarded by a few locks, each by one of them: short critical
// sections, seldom contended, and memory that is allocated and freed by different threads.
//
// Arguments: threads, thousands of operations in all, and how many locks of its own each thread
// holds while it works on the map.
//
// sizes: full 12000, short 600, quick 40, tiny 4
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kBuckets = 1 << 14;
constexpr unsigned kStripes = 64;
constexpr unsigned kKeys = 1 << 15;
constexpr long kBatch = 64;  // operations under the same locks

struct Node {
  unsigned key;
  long count;
  std::unique_ptr<Node> next;
};

class Map {
 public:
  void add(unsigned key, long count) {
    const std::lock_guard lock(stripe_of(key));
    std::unique_ptr<Node>& at = place_of(key);
    if (at != nullptr) at->count += count;  // here
    else at = std::make_unique<Node>(Node{key, count, nullptr});
  }
  long count(unsigned key) {
    const std::lock_guard lock(stripe_of(key));
    const std::unique_ptr<Node>& at = place_of(key);
    return at != nullptr ? at->count : 0;
  }
  // What it counted; it is gone then.
  long remove(unsigned key) {
    const std::lock_guard lock(stripe_of(key));
    std::unique_ptr<Node>& at = place_of(key);
    if (at == nullptr) return 0;
    const long count = at->count;
    at = std::move(at->next);
    return count;
  }

 private:
  static unsigned bucket_of(unsigned key) { return key * 2654435761u >> 18; }
  std::mutex& stripe_of(unsigned key) { return stripes_[bucket_of(key) % kStripes]; }
  std::unique_ptr<Node>& place_of(unsigned key) {
    std::unique_ptr<Node>* at = &buckets_[bucket_of(key)];
    while (*at != nullptr && (*at)->key != key) at = &(*at)->next;
    return *at;
  }
  std::unique_ptr<Node> buckets_[kBuckets];
  std::mutex stripes_[kStripes];
};

Map map;
int held = 0;

// What a thread has put in and not taken out again, and how often it looked.
struct Sums {
  long in = 0;
  long seen = 0;
};

// Holds some locks, for as long as it lives.
class Holding {
 public:
  explicit Holding(std::vector<std::mutex>& locks) : locks_(locks) {
    for (std::mutex& lock : locks_) lock.lock();
  }
  ~Holding() {
    for (auto lock = locks_.rbegin(); lock != locks_.rend(); ++lock) lock->unlock();
  }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  std::vector<std::mutex>& locks_;
};

void work(unsigned self, long operations, Sums& sums) {
  std::vector<std::mutex> locks(static_cast<std::size_t>(held));
  unsigned state = self * 7919 + 1;
  for (long done = 0; done < operations; done += kBatch) {
    const Holding holding(locks);
    for (long i = 0; i < kBatch; ++i) {
      state = state * 1103515245 + 12345;
      const unsigned key = (state >> 8) % kKeys;
      const unsigned what = state >> 24;
      if (what < 100) {
        map.add(key, 1);
        ++sums.in;
      } else if (what < 116) {
        sums.in -= map.remove(key);
      } else {
        sums.seen += map.count(key) >= 0 ? 1 : 0;
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  const long operations = (argc > 2 ? std::atol(argv[2]) : 12000) * 1000;
  if (argc > 3) held = std::atoi(argv[3]);
  std::vector<Sums> sums(static_cast<std::size_t>(threads));
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i)
    team.emplace_back(work, i, operations / threads, std::ref(sums[static_cast<std::size_t>(i)]));
  for (std::thread& thread : team) thread.join();
  long left = 0, seen = 0, wanted = 0;
  for (unsigned key = 0; key < kKeys; ++key) left += map.remove(key);
  for (const Sums& one : sums) {
    seen += one.seen;
    wanted += one.in;
  }
  // How much is left depends on the order of the operations; that it adds up does not.
  std::printf("hashmap: %ld\n", seen);
  return left == wanted ? 0 : 1;
}
