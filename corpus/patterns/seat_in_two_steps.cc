// hunt: finding abort
// fix: Take a seat in one step: next_seat.fetch_add(1).
// Seats are read and counted in two steps. Each step is atomic, so nothing races; two passengers get the same
// seat all the same.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

std::atomic<int> next_seat;
std::atomic<bool> taken[2];

int take_seat() {
  const int seat = next_seat;
  next_seat = seat + 1;
  return seat;
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
