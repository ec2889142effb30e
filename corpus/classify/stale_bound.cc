// location: min_tour_length slow
// paper: tsp TspSolver.MinTourLen: SC 0, oldest 100, oldest-diff 100, random 100, random-diff 100
// flags: -pthread
// The length of the best tour so far is written under a lock, and read without it to leave out
// what cannot get better. It only ever falls: an old value is too large, so more tours are tried
// (the paper's 100 are runs that were slower), and who believes to have found a better one looks
// again under the lock. The result is always right. The search begins when all have made a first
// tour, main's being a good one; how many have is relaxed, and orders nothing.
#include <atomic>
#include <climits>
#include <cstdio>
#include <mutex>
#include <thread>

static constexpr int kTowns = 8;
static constexpr int kWorkers = 3;

static int min_tour_length = INT_MAX;
static std::mutex min_lock;
static std::atomic<int> first_tours{0};

// The towns lie in a circle.
static int distance(int a, int b) {
  const int apart = a > b ? a - b : b - a;
  return apart <= kTowns / 2 ? apart * apart : (kTowns - apart) * (kTowns - apart);
}

static void set_best(int length) {
  if (length >= min_tour_length) return;
  const std::lock_guard<std::mutex> hold(min_lock);
  if (length < min_tour_length) min_tour_length = length;
}

static void extend(int town, unsigned visited, int length) {
  if (length >= min_tour_length) return;
  if (visited == (1U << kTowns) - 1) return set_best(length + distance(town, 0));
  for (int next = 1; next < kTowns; ++next)
    if ((visited >> next & 1) == 0)
      extend(next, visited | 1U << next, length + distance(town, next));
}

// To this town, and then to the others in turn.
static void make_first_tour(int first) {
  int length = distance(0, first), at = first;
  for (int next = 1; next < kTowns; ++next) {
    if (next == first) continue;
    length += distance(at, next);
    at = next;
  }
  set_best(length + distance(at, 0));
  first_tours.fetch_add(1, std::memory_order_relaxed);
}
static void wait_for_first_tours(int count) {
  while (first_tours.load(std::memory_order_relaxed) < count) std::this_thread::yield();
}

static void work(int id) {
  make_first_tour(2 + id);
  wait_for_first_tours(kWorkers + 1);
  for (int first = 2 + id; first < kTowns; first += kWorkers)
    extend(first, 1U | 1U << first, distance(0, first));
}

int main() {
  std::thread workers[kWorkers];
  for (int id = 0; id < kWorkers; ++id) workers[id] = std::thread(work, id);
  wait_for_first_tours(kWorkers);
  make_first_tour(1);
  for (std::thread& worker : workers) worker.join();
  std::printf("%d\n", min_tour_length);
  return 0;
}
