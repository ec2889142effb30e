#include "cli/explore/interruption.h"

namespace steward::cli {
namespace {

// Handlers find nothing but globals.
std::atomic<bool> is_wanted{false};

}  // namespace

Interruption::Interruption() {
  is_wanted = false;
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  action.sa_handler = [](int) { is_wanted = true; };
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
