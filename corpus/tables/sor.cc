// Red-black successive over-relaxation: threads relax the red cells of their rows, meet at a
// barrier, relax the black ones from the red, meet again. No lock guards a cell; the barrier
// orders everything.
//
// truth: false grid: the barrier orders neighbours' accesses, which locks alone do not show
// truth: false all_here: main destroys the condition at exit, when the threads have ended
// small: 10
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kSide = 102;  // with a fixed border
constexpr int kThreads = 4;
constexpr double kOmega = 1.25;

// As Java programs have it: a count under a lock, and a condition to wait for the others.
class Barrier {  // [all_here]
 public:
  explicit Barrier(int parties) : parties_(parties) {}

  void arrive_and_wait() {
    std::unique_lock lock(mutex_);
    const long round = round_;
    if (++arrived_ == parties_) {
      arrived_ = 0;
      ++round_;
      all_here_.notify_all();  // [all_here]
      return;
    }
    while (round_ == round) all_here_.wait(lock);  // [all_here]
  }

 private:
  const int parties_;
  std::mutex mutex_;
  std::condition_variable all_here_;
  int arrived_ = 0;
  long round_ = 0;
};

double grid[kSide][kSide];
Barrier barrier(kThreads);

void fill() {
  unsigned state = 1;
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      state = state * 1103515245 + 12345;
      grid[row][column] = (state >> 16) % 1000 * 1e-3;  // [grid]
    }
  }
}

// Half of the cells of a row: those whose neighbours are all of the other colour.
void relax_row(int row, int colour) {
  for (int column = 1 + (row + colour) % 2; column < kSide - 1; column += 2) {
    const double above = grid[row - 1][column];  // [grid]
    const double below = grid[row + 1][column];  // [grid]
    const double left = grid[row][column - 1];   // [grid]
    const double right = grid[row][column + 1];  // [grid]
    const double old = grid[row][column];        // [grid]
    const double mean = (above + below + left + right) / 4;
    grid[row][column] = old + kOmega * (mean - old);  // [grid]
  }
}

void work(int thread, int sweeps) {
  const int rows = (kSide - 2) / kThreads;
  const int first = 1 + thread * rows;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int colour = 0; colour < 2; ++colour) {
      for (int row = first; row < first + rows; ++row) relax_row(row, colour);
      barrier.arrive_and_wait();
    }
  }
}

double total() {
  double sum = 0;
  for (const auto& row : grid)
    for (const double cell : row) sum += cell;  // [grid]
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const int sweeps = argc > 1 ? std::atoi(argv[1]) : 100;
  fill();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread, sweeps);
  for (std::thread& thread : threads) thread.join();
  std::printf("sor: %.6f\n", total());
}
