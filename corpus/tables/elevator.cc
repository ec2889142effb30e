// A building with lifts: each lift is a thread that moves floor by floor, people come and press
// buttons. All that lifts and people share lies behind one lock, as in a monitor.
//
// truth: false changed: main destroys the condition at exit, when the lifts have ended
// small: 100
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kFloors = 12;
constexpr int kLifts = 3;
constexpr int kRoom = 6;  // people in one lift

// Who waits where, and for which floor. Thread safety: all of it, by one lock.
class Controls {  // [changed]
 public:
  void call(int from, int to) {
    const std::lock_guard lock(mutex_);
    ++waiting_[from][to];
    ++people_;
    changed_.notify_all();  // [changed]
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();  // [changed]
  }
  // Waits until somebody calls. A floor to go to, or -1 if nobody will come any more.
  int next_call(int near) {
    std::unique_lock lock(mutex_);
    while (people_ == 0 && !closed_) changed_.wait(lock);  // [changed]
    return people_ > 0 ? nearest(near) : -1;
  }
  // Lets people into a lift: how many go to which floor, as many as there is room for.
  int enter(int floor, int room, std::array<int, kFloors>& riders) {
    const std::lock_guard lock(mutex_);
    int entered = 0;
    for (int to = 0; to < kFloors; ++to) {
      while (waiting_[floor][to] > 0 && entered < room) {
        --waiting_[floor][to];
        --people_;
        ++riders[to];
        ++entered;
      }
    }
    return entered;
  }
  void arrived(int people, long floors) {
    const std::lock_guard lock(mutex_);
    delivered_ += people;
    travelled_ += floors;
  }
  int delivered() {
    const std::lock_guard lock(mutex_);
    return delivered_;
  }

 private:
  // REQUIRES: the lock, and somebody waits.
  int nearest(int floor) const {
    for (int distance = 0; distance < kFloors; ++distance) {
      for (const int candidate : {floor - distance, floor + distance}) {
        if (candidate < 0 || candidate >= kFloors) continue;
        for (const int count : waiting_[candidate])
          if (count > 0) return candidate;
      }
    }
    return -1;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_[kFloors][kFloors] = {};
  int people_ = 0;
  int delivered_ = 0;
  long travelled_ = 0;
  bool closed_ = false;
};

class Lift {
 public:
  explicit Lift(Controls& controls) : controls_(controls) {}

  void run() {
    for (;;) {
      const int call = controls_.next_call(floor_);
      if (call < 0) return;
      go_to(call);
      inside_ += controls_.enter(floor_, kRoom - inside_, riders_);
      while (inside_ > 0) go_to(next_stop());
    }
  }

 private:
  // The nearest floor that somebody inside wants to go to.
  int next_stop() const {
    for (int distance = 0;; ++distance) {
      if (floor_ + distance < kFloors && riders_[floor_ + distance] > 0) return floor_ + distance;
      if (floor_ - distance >= 0 && riders_[floor_ - distance] > 0) return floor_ - distance;
    }
  }
  void go_to(int floor) {
    const int distance = std::abs(floor - floor_);
    floor_ = floor;
    const int leaving = riders_[floor];
    riders_[floor] = 0;
    inside_ -= leaving;
    controls_.arrived(leaving, distance);
  }

  Controls& controls_;
  int floor_ = 0;
  int inside_ = 0;
  std::array<int, kFloors> riders_ = {};
};

Controls controls;

void ride() { Lift(controls).run(); }

}  // namespace

int main(int argc, char** argv) {
  const int people = argc > 1 ? std::atoi(argv[1]) : 20000;
  std::vector<std::thread> lifts;
  for (int lift = 0; lift < kLifts; ++lift) lifts.emplace_back(ride);
  unsigned state = 7;
  for (int person = 0; person < people; ++person) {
    state = state * 1103515245 + 12345;
    const int from = static_cast<int>((state >> 16) % kFloors);
    const int to = static_cast<int>((state >> 24) % kFloors);
    controls.call(from, to);
  }
  controls.close();
  for (std::thread& lift : lifts) lift.join();
  std::printf("elevator: %d\n", controls.delivered());
}
