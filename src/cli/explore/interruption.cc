#include "cli/explore/interruption.h"

#include <cstdint>
#include <ctime>

namespace steward::cli {
namespace {

// Handlers find nothing but globals.
std::atomic<bool> is_wanted{false};
std::atomic<std::int64_t> first_told{0};  // the time of it

std::int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// timeout(1) tells its child, and then its group, where the child is as well: both are one wish.
constexpr std::int64_t kSameWish = 500'000'000;

void take(int number) {
  std::int64_t before = 0;
  is_wanted = true;
  if (first_told.compare_exchange_strong(before, now()) || now() - before < kSameWish) return;
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

Interruption::Interruption() {
  is_wanted = false;
  first_told = 0;
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = take;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    // Whom nohup or a shell told to ignore a signal, goes on doing so.
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<bool>& Interruption::wanted() const { return is_wanted; }
void Interruption::request() { is_wanted = true; }

}  // namespace steward::cli
