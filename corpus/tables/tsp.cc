// The travelling salesman by branch and bound: threads take partial tours from a common pool,
// split short ones, and search long ones to the end.
//
// truth: bug best_tour: copied after the lock on the length was given up, so that the tour of one
// thread may stand beside the length of another
// truth: benign best_length: read without its lock to prune; an old value only prunes less
// truth: false partial: a partial tour has one owner at a time, and goes to the next one by an
// index on the pool's stack; the pool's lock guards the index, not the tour
// small: 7
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kMostCities = 16;
constexpr int kThreads = 3;
constexpr int kSplitUpTo = 4;  // cities; longer tours are searched by one thread
constexpr int kSlots = 4096;

struct Tour {
  int cities[kMostCities];
  int count;
  int length;
};

int cities = 10;
int distances[kMostCities][kMostCities];

std::mutex best_mutex;
int best_length = std::numeric_limits<int>::max();
int best_tour[kMostCities];

// Partial tours by their slot. A thread that has taken a slot owns the tour in it.
class Pool {
 public:
  // A free slot. REQUIRES: there is one.
  int reserve() {
    const std::lock_guard lock(mutex_);
    return free_count_ > 0 ? free_[--free_count_] : used_++;
  }
  void put(int slot) {
    const std::lock_guard lock(mutex_);
    ready_[ready_count_++] = slot;
    ++open_;
    begun_ = true;
  }
  // -1: there is none now.
  int take() {
    const std::lock_guard lock(mutex_);
    return ready_count_ > 0 ? ready_[--ready_count_] : -1;
  }
  void give_back(int slot) {
    const std::lock_guard lock(mutex_);
    free_[free_count_++] = slot;
    --open_;
  }
  bool is_done() {
    const std::lock_guard lock(mutex_);
    return begun_ && open_ == 0;
  }
  Tour& at(int slot) { return tours_[slot]; }

 private:
  std::mutex mutex_;
  int ready_[kSlots];
  int ready_count_ = 0;
  int free_[kSlots];
  int free_count_ = 0;
  int used_ = 0;
  int open_ = 0;  // tours that are ready or being worked on
  bool begun_ = false;
  Tour tours_[kSlots];
};

Pool pool;

void place_cities() {
  double x[kMostCities], y[kMostCities];
  unsigned state = 42;
  const auto next = [&] {
    state = state * 1103515245 + 12345;
    return (state >> 16) % 1000;
  };
  for (int city = 0; city < kMostCities; ++city) {
    x[city] = next();
    y[city] = next();
  }
  for (int a = 0; a < kMostCities; ++a)
    for (int b = 0; b < kMostCities; ++b)
      distances[a][b] = static_cast<int>(std::hypot(x[a] - x[b], y[a] - y[b]));
}

void finish(const Tour& tour) {
  const int length = tour.length + distances[tour.cities[tour.count - 1]][0];
  {
    const std::lock_guard lock(best_mutex);
    if (length >= best_length) return;  // [best_length]
    best_length = length;               // [best_length]
  }
  for (int i = 0; i < cities; ++i) best_tour[i] = tour.cities[i];  // [best_tour]
}

bool is_promising(int length) {
  return length < best_length;  // [best_length]
}

bool visits(const Tour& tour, int city) {
  for (int i = 0; i < tour.count; ++i)
    if (tour.cities[i] == city) return true;
  return false;
}

// All ways to go on from a tour of this thread's own.
void search(Tour& tour) {
  if (tour.count == cities) return finish(tour);
  const int last = tour.cities[tour.count - 1];
  for (int city = 1; city < cities; ++city) {
    const int length = tour.length + distances[last][city];
    if (!is_promising(length) || visits(tour, city)) continue;
    const int before = tour.length;
    tour.cities[tour.count++] = city;
    tour.length = length;
    search(tour);
    --tour.count;
    tour.length = before;
  }
}

void store(int slot, const Tour& tour) {
  Tour& to = pool.at(slot);
  to.count = tour.count;                                               // [partial]
  to.length = tour.length;                                             // [partial]
  for (int i = 0; i < tour.count; ++i) to.cities[i] = tour.cities[i];  // [partial]
}

Tour load(int slot) {
  const Tour& from = pool.at(slot);
  Tour tour;
  tour.count = from.count;                                               // [partial]
  tour.length = from.length;                                             // [partial]
  for (int i = 0; i < tour.count; ++i) tour.cities[i] = from.cities[i];  // [partial]
  return tour;
}

void split(const Tour& tour) {
  for (int city = 1; city < cities; ++city) {
    if (visits(tour, city)) continue;
    Tour longer = tour;
    longer.length += distances[tour.cities[tour.count - 1]][city];
    longer.cities[longer.count++] = city;
    const int slot = pool.reserve();
    store(slot, longer);
    pool.put(slot);
  }
}

void work() {
  while (!pool.is_done()) {
    const int slot = pool.take();
    if (slot < 0) {
      std::this_thread::yield();
      continue;
    }
    Tour tour = load(slot);
    if (tour.count < kSplitUpTo) split(tour);
    else search(tour);
    pool.give_back(slot);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) cities = std::atoi(argv[1]);
  place_cities();
  Tour first;
  first.cities[0] = 0;
  first.count = 1;
  first.length = 0;
  const int slot = pool.reserve();
  store(slot, first);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work);
  pool.put(slot);
  for (std::thread& thread : threads) thread.join();
  std::printf("tsp: %d\n", best_length);                              // [best_length]
  for (int i = 0; i < cities; ++i) std::printf("%d ", best_tour[i]);  // [best_tour]
  std::printf("\n");
}
