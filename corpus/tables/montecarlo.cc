// Prices an option on the mean price of a stock by simulating many of its courses. Threads compute
// courses of their own and put the results into one list behind a lock.
//
// truth: benign debug: every course sets it to the same value, and nobody reads another
// truth: false parameters: main sets them anew between two rounds, when no thread is running
// small: 40
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kDays = 250;
constexpr int kMostResults = 1 << 16;

struct Parameters {
  double drift;
  double volatility;
  double start;
  double strike;
};

// A generator with a state of its own in each course: the same courses, whoever computes them.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 1) {}
  // Nearly normal: the sum of twelve even ones.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += even();
    return sum;
  }

 private:
  double even() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_ * (1.0 / 4294967296.0);
  }
  unsigned state_;
};

class Results {
 public:
  void add(double value) {
    const std::lock_guard lock(mutex_);
    values_[count_++] = value;
  }
  // Their mean; they are gone then.
  double take_mean() {
    const std::lock_guard lock(mutex_);
    double sum = 0;
    for (int i = 0; i < count_; ++i) sum += values_[i];
    const double mean = sum / count_;
    count_ = 0;
    return mean;
  }

 private:
  std::mutex mutex_;
  double values_[kMostResults];
  int count_ = 0;
};

Parameters parameters;
Results results;
int debug;

double course(unsigned seed) {
  debug = 1;  // [debug]
  Random random(seed);
  const double drift = parameters.drift;            // [parameters]
  const double volatility = parameters.volatility;  // [parameters]
  double prices[kDays];
  prices[0] = parameters.start;  // [parameters]
  for (int day = 1; day < kDays; ++day)
    prices[day] = prices[day - 1] * (1 + drift + volatility * random.normal());
  double sum = 0;
  for (const double price : prices) sum += price;
  return std::fmax(0, sum / kDays - parameters.strike);  // [parameters]
}

void work(int thread, int courses) {
  for (int i = thread; i < courses; i += kThreads) results.add(course(static_cast<unsigned>(i)));
}

double round_of(double volatility, int courses) {
  parameters.drift = 0.0001;           // [parameters]
  parameters.volatility = volatility;  // [parameters]
  parameters.start = 100;              // [parameters]
  parameters.strike = 102;             // [parameters]
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread, courses);
  for (std::thread& thread : threads) thread.join();
  return results.take_mean();
}

}  // namespace

int main(int argc, char** argv) {
  const int courses = argc > 1 ? std::atoi(argv[1]) : 4000;
  const double calm = round_of(0.01, courses);
  const double wild = round_of(0.03, courses);
  if (debug != 0) std::printf("montecarlo: %.6f %.6f\n", calm, wild);  // [debug]
}
