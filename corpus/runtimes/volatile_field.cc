// told: race first_result
// untold: none
// A volatile field, as some languages have it: who reads a value from it comes after the thread that
// wrote this value, and after nobody else. Value and clock change in one step, here under a lock of
// the run-time system's own. Who sees the second value knows nothing of the first one's writer.
// A counter beside it collects: who reads it comes after all who have added to it.
#include <mutex>
#include <steward/lard.h>
#include <thread>

#include "unseen.h"

class Field {
 public:
  void store(int value) {
    const steward::lard::untracked_region here;
    const std::lock_guard lock(mutex_);
    change(value, steward_clock_capture(0));
  }
  void add(int value) {
    const steward::lard::untracked_region here;
    const std::lock_guard lock(mutex_);
    change(value_ + value, steward_clock_capture(clock_));
  }
  int load() {
    const steward::lard::untracked_region here;
    const std::lock_guard lock(mutex_);
    steward_clock_join(clock_);
    return value_;
  }

 private:
  void change(int value, steward_clock clock) {
    steward_clock_destroy(clock_);  // nobody else is here
    value_ = value;
    clock_ = clock;
  }
  std::mutex mutex_;
  int value_ = 0;
  steward_clock clock_ = 0;
};

Field latest, finished;
int first_result, second_result, first_part, second_part;

int main() {
  std::thread first([] {
    first_part = 1;
    first_result = 1;
    finished.add(1);
    latest.store(1);
    end_step(1);
  });
  std::thread second([] {
    await_step(1);
    second_part = 2;
    second_result = 2;
    finished.add(1);
    latest.store(2);
    end_step(2);
  });
  std::thread reader([] {
    await_step(2);
    if (latest.load() == 2) second_result += first_result;  // knows the second alone
    if (finished.load() == 2) first_part += second_part;
  });
  first.join();
  second.join();
  reader.join();
}
