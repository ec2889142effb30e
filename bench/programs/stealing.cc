// Work stealing: counts the ways to place queens on a board. Each thread has a queue of boards,
// puts and takes at one end of it, and steals from the other end of somebody else's when it has
// none left (after Chase and Lev, with sequentially consistent operations in place of fences).
//
// Arguments: threads, queens (15 at most).
//
// sizes: full 14, short 12, quick 10, tiny 6
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int kMostQueens = 15;
constexpr std::array<long, kMostQueens + 1> kWays = {
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184};
constexpr int kLeftToOne = 5;  // rows that one thread fills by itself

struct Board {
  int row;
  unsigned columns, left, right;  // under attack
};

class Deque {
 public:
  // The owner's. REQUIRES: no more than kSlots boards in it; a search of this depth has fewer.
  void put(Board* board) {
    const long bottom = bottom_.load(std::memory_order_relaxed);
    slot(bottom).store(board, std::memory_order_release);
    bottom_.store(bottom + 1);
  }
  // The owner's; null if there is none.
  Board* take() {
    const long bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom);
    long top = top_.load();
    if (top > bottom) {
      bottom_.store(bottom + 1);
      return nullptr;
    }
    Board* board = slot(bottom).load(std::memory_order_relaxed);
    if (top < bottom) return board;
    if (!top_.compare_exchange_strong(top, top + 1)) board = nullptr;
    bottom_.store(bottom + 1);
    return board;
  }
  // Anybody's; null if there is none, or somebody else was faster.
  Board* steal() {
    long top = top_.load();
    if (top >= bottom_.load()) return nullptr;
    Board* const board = slot(top).load(std::memory_order_acquire);
    return top_.compare_exchange_strong(top, top + 1) ? board : nullptr;
  }

 private:
  static constexpr long kSlots = 1024;
  std::atomic<Board*>& slot(long i) { return slots_[static_cast<std::size_t>(i % kSlots)]; }
  std::atomic<long> top_ = 0;
  std::atomic<long> bottom_ = 0;
  std::array<std::atomic<Board*>, kSlots> slots_{};
};

int queens = 14;
std::vector<Deque> deques;
std::atomic<long> open_boards = 0;
std::atomic<long> ways = 0;

template <typename Visit>
void for_each_successor(const Board& board, const Visit& visit) {
  const unsigned all = (1u << queens) - 1;
  for (unsigned free = all & ~(board.columns | board.left | board.right); free != 0;) {
    const unsigned place = free & -free;
    free -= place;
    visit(Board{board.row + 1, board.columns | place, (board.left | place) << 1,
                (board.right | place) >> 1});
  }
}

// Boards are copied on the way down, as larger ones would be: what is counted are accesses.
long count(std::vector<Board>& path, std::size_t depth) {
  if (path[depth].row == queens) return 1;
  long sum = 0;
  for_each_successor(path[depth], [&](const Board& next) {
    path[depth + 1] = next;
    sum += count(path, depth + 1);
  });
  return sum;
}

Board* found(std::size_t self, int threads) {
  if (Board* const own = deques[self].take()) return own;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads); ++i)
    if (Board* const other = deques[(self + i) % static_cast<std::size_t>(threads)].steal())
      return other;
  return nullptr;
}

void work(std::size_t self, int threads) {
  std::vector<Board> path(kMostQueens + 1);
  long sum = 0;
  while (open_boards.load() > 0) {
    const std::unique_ptr<Board> board(found(self, threads));
    if (board == nullptr) {
      std::this_thread::yield();
      continue;
    }
    if (queens - board->row <= kLeftToOne) {
      path[0] = *board;  // here
      sum += count(path, 0);
    } else {
      for_each_successor(*board, [&](const Board& next) {
        open_boards.fetch_add(1);
        deques[self].put(new Board(next));
      });
    }
    open_boards.fetch_sub(1);
  }
  ways.fetch_add(sum);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  if (argc > 2) queens = std::min(std::atoi(argv[2]), kMostQueens);
  deques = std::vector<Deque>(static_cast<std::size_t>(threads));
  open_boards.store(1);
  deques[0].put(new Board{});
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i) team.emplace_back(work, i, threads);
  for (std::thread& thread : team) thread.join();
  std::printf("stealing: %ld\n", ways.load());
  return ways.load() == kWays[static_cast<std::size_t>(queens)] ? 0 : 1;
}
