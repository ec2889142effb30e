// location: elapsed_time destructive --tear
// paper: jbb Company.elapsed_time: SC 0, oldest 100, oldest-diff 0, random 15, random-diff 5
// flags: -pthread
// The time that a company has run, in 8 bytes, which its thread sets and main reads for the rates
// of all its kinds of transactions. An older time is as good as the latest. But if the time passes
// 2^32 between two writes, the halves of both together are a time that never was (--tear: C++ has
// no more promise than Java that 8 bytes are read as one). `seen` says that there is a time, and
// as it is relaxed it orders nothing.
#include <atomic>
#include <pthread.h>
#include <sched.h>

static constexpr long kBegin = 0xffff'ff00;   // nanoseconds: just below 2^32
static constexpr long kEnd = 0x1'0000'0100;  // and just above
static constexpr int kKinds = 8;

static long elapsed_time = kBegin;
static std::atomic<bool> seen{false};

static void* run_company(void* unused) {
  elapsed_time = kEnd;
  seen.store(true, std::memory_order_relaxed);
  return unused;
}

// Transactions per second, of as many as there are in a second.
static long rate_of(int kind) {
  const long transactions = (kind + 1) * kBegin;
  return transactions / elapsed_time;
}

int main() {
  pthread_t company;
  pthread_create(&company, nullptr, run_company, nullptr);
  while (!seen.load(std::memory_order_relaxed)) sched_yield();
  bool plausible = true;
  for (int kind = 0; kind < kKinds; ++kind) {
    const long rate = rate_of(kind);
    if (rate != kind && rate != kind + 1) plausible = false;
  }
  pthread_join(company, nullptr);
  return plausible ? 0 : 1;
}
