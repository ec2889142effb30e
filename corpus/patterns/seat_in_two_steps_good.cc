// hunt: none
// Seats, corrected: each is taken in one step.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

std::atomic<int> next_seat;
std::atomic<bool> taken[2];

int take_seat() {
  return next_seat.fetch_add(1);
}

void board() {
  const int seat = take_seat();
  assert(!taken[seat].exchange(true));
}

int main() {
  std::thread one(board), other(board);
  one.join();
  other.join();
  std::printf("boarded %d\n", next_seat.load());
}
