// The travelling salesman by branch and bound: threads take partial tours from a common pool behind
// a lock, split short ones, and search long ones to the end. The length of the best tour so far is
// an atomic that everybody reads before each step.
//
// Arguments: threads, cities (16 at most).
//
// sizes: full 15, short 12, quick 10, tiny 7
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kMostCities = 16;
constexpr int kSplitUpTo = 4;  // cities; longer tours are searched by one thread
constexpr int kFar = std::numeric_limits<int>::max() / 2;

struct Tour {
  int cities[kMostCities];
  int count;
  int length;
  unsigned visited;
};

int cities = 15;
int distances[kMostCities][kMostCities];
int shortest_from[kMostCities];

std::mutex best_mutex;
std::atomic<int> best_length;
Tour best_tour;  // guarded by best_mutex

class Pool {
 public:
  void put(const Tour& tour) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(tour);
    ++open_;  // here
  }
  // False: there is none now.
  bool take(Tour& tour) {
    const std::lock_guard lock(mutex_);
    if (ready_.empty()) return false;
    tour = ready_.back();
    ready_.pop_back();
    return true;
  }
  void finish_one() {
    const std::lock_guard lock(mutex_);
    --open_;
  }
  bool is_done() {
    const std::lock_guard lock(mutex_);
    return open_ == 0;
  }

 private:
  std::mutex mutex_;
  std::vector<Tour> ready_;
  int open_ = 0;  // tours that are ready or being worked on
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
  for (int a = 0; a < cities; ++a)
    for (int b = 0; b < cities; ++b)
      distances[a][b] = static_cast<int>(std::hypot(x[a] - x[b], y[a] - y[b]));
  for (int a = 0; a < cities; ++a) {
    shortest_from[a] = kFar;
    for (int b = 0; b < cities; ++b)
      if (a != b) shortest_from[a] = std::min(shortest_from[a], distances[a][b]);
  }
}

Tour extended(const Tour& tour, int city) {
  Tour longer = tour;
  longer.length += distances[tour.cities[tour.count - 1]][city];
  longer.cities[longer.count++] = city;
  longer.visited |= 1u << city;
  return longer;
}

int closed_length(const Tour& tour) {
  return tour.length + distances[tour.cities[tour.count - 1]][0];
}

void finish(const Tour& tour) {
  const int length = closed_length(tour);
  const std::lock_guard lock(best_mutex);
  if (length >= best_length.load(std::memory_order_relaxed)) return;
  best_length.store(length, std::memory_order_relaxed);
  best_tour = tour;
}

// At least the shortest way out of each city is still to go.
bool is_promising(const Tour& tour) {
  int least = tour.length + shortest_from[tour.cities[tour.count - 1]];
  for (int city = 1; city < cities; ++city)
    if ((tour.visited >> city & 1) == 0) least += shortest_from[city];
  return least < best_length.load(std::memory_order_relaxed);
}

void search(const Tour& tour) {
  if (tour.count == cities) return finish(tour);
  for (int city = 1; city < cities; ++city) {
    if ((tour.visited >> city & 1) != 0) continue;
    const Tour longer = extended(tour, city);
    if (is_promising(longer)) search(longer);
  }
}

void work() {
  while (!pool.is_done()) {
    Tour tour;
    if (!pool.take(tour)) {
      std::this_thread::yield();
      continue;
    }
    if (tour.count < kSplitUpTo) {
      for (int city = 1; city < cities; ++city)
        if ((tour.visited >> city & 1) == 0) pool.put(extended(tour, city));
    } else {
      search(tour);
    }
    pool.finish_one();
  }
}

// The shortest tour by another way (Held and Karp): by sets of cities and where they end.
int shortest_length() {
  const auto others = static_cast<std::size_t>(cities) - 1;
  std::vector<std::vector<int>> ending(std::size_t{1} << others, std::vector<int>(others, kFar));
  for (std::size_t last = 0; last < others; ++last)
    ending[std::size_t{1} << last][last] = distances[0][last + 1];
  for (std::size_t set = 1; set < ending.size(); ++set)
    for (std::size_t last = 0; last < others; ++last)
      for (std::size_t next = 0; next < others; ++next) {
        if ((set >> last & 1) == 0 || (set >> next & 1) != 0) continue;
        int& known = ending[set | std::size_t{1} << next][next];
        known = std::min(known, ending[set][last] + distances[last + 1][next + 1]);
      }
  int best = kFar;
  for (std::size_t last = 0; last < others; ++last)
    best = std::min(best, ending.back()[last] + distances[last + 1][0]);
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  if (argc > 2) cities = std::min(std::atoi(argv[2]), kMostCities);
  place_cities();
  // Known from the beginning, so that every run has to exclude the same tours, and finds the best.
  const int wanted = shortest_length();
  best_length.store(wanted + 1, std::memory_order_relaxed);
  Tour first{};
  first.count = 1;
  first.visited = 1;
  pool.put(first);
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i) team.emplace_back(work);
  for (std::thread& thread : team) thread.join();
  const std::lock_guard lock(best_mutex);
  std::printf("tsp: %d\n", best_length.load());
  return best_tour.count == cities && closed_length(best_tour) == wanted ? 0 : 1;
}
