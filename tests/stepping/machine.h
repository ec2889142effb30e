// A machine of several threads that is run one step at a time, in every order that makes a
// difference.
//
// A thread runs until it is about to touch shared memory, and says so. Its stores wait in a buffer
// of its own and reach memory later, in any order but for two: those to one place stay in turn, and
// a store that releases comes after all before it. So the machine shows what x86-64 can do, and
// also what a compiler or a weaker machine may make of relaxed stores. Loads happen in turn.
//
// Orders that differ only in steps that do not touch each other are tried once (sleep sets).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <setjmp.h>
#include <ucontext.h>
#include <vector>

namespace steward::stepping {

class SteppedBits;

enum class StepKind { load, store, exchange, retry, take, give };

// What a thread does next, or (flush) the oldest of its stores to a place that reaches memory.
struct Step {
  std::size_t thread = 0;
  StepKind kind = StepKind::load;
  bool flush = false;
  std::size_t place = 0;  // a number: the same whenever a run begins with the same steps

  friend bool operator==(const Step&, const Step&) = default;
};

struct Scenario {
  std::vector<std::function<void()>> threads;
  std::function<void()> finish;  // when all are done and all stores have reached memory
};

class Machine {
 public:
  // Runs what `make` makes until all orders were tried; how many there were. `whole`: an action is
  // one step, whatever it touches.
  static std::size_t explore(const std::function<Scenario()>& make, bool whole);
  // The one that is running, if any.
  static Machine* now() { return now_; }

  // From inside a thread.
  std::uint64_t load(const SteppedBits& bits);
  void store(SteppedBits& bits, std::uint64_t value, bool release);
  bool exchange_if(SteppedBits& bits, std::uint64_t expected, std::uint64_t value);
  void remove(SteppedBits& bits, std::uint64_t value);  // at once, and with that what it holds
  void change_in_bulk(bool begins);                     // what others may hold meanwhile
  std::uint64_t look(const SteppedBits& bits);          // a load, also while it holds something
  void retry();                                         // when what the last load saw has changed
  void begin_action();   // where another thread may come in, also if actions are whole
  void take(int mutex);  // waits until nobody has it
  void give(int mutex);
  bool in_thread() const { return running_ != kNone; }
  // In which order takes and gives happened.
  struct Turn {
    std::size_t thread;
    int mutex;
    bool taken;
  };
  const std::vector<Turn>& turns() const { return turns_; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kStack = 64 << 10;

  struct Buffered {
    SteppedBits* bits;
    std::uint64_t value;
    bool release;
  };
  struct Fiber {
    ucontext_t begin = {};
    jmp_buf here;
    std::unique_ptr<char[]> stack = std::make_unique_for_overwrite<char[]>(kStack);
    std::function<void()> body;
    bool done = false;
    Step next;
    bool holds = false;  // the word
    bool bulk = false;   // it changes it without
    const SteppedBits* loaded = nullptr;
    std::uint64_t seen = 0;
    bool changed = false;  // since then, as an exchange has found
    int mutex = 0;
    std::vector<Buffered> buffer;
  };
  // A point of the run where there was a choice.
  struct Choice {
    Step chosen;
    std::vector<Step> asleep;  // tried before, or as good as tried
  };

  explicit Machine(bool whole) : whole_(whole) {}
  bool run(Scenario scenario, std::vector<Choice>& path);
  static void enter();
  void announce(StepKind kind, const void* place);
  void resume(std::size_t thread);
  void pause(Fiber& fiber);
  std::vector<Step> enabled() const;
  bool can(const Fiber& fiber) const;
  void perform(const Step& step);
  bool depend(const Step& a, const Step& b) const;
  std::size_t number_of(const void* place);
  std::uint64_t seen(const SteppedBits& bits);
  std::uint64_t in_memory_for(std::size_t thread, const SteppedBits& bits) const;

  static Machine* now_;
  const bool whole_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::size_t running_ = kNone;
  jmp_buf scheduler_;
  std::map<const void*, std::size_t> places_;
  std::map<int, std::size_t> owners_;
  std::vector<Turn> turns_;
};

// The bits of a shadow on this machine; with no machine at work, plain ones.
class SteppedBits {
 public:
  static constexpr bool kIsMemory = false;
  SteppedBits() = default;
  SteppedBits(const SteppedBits& other) : memory_(other.load()) {}
  SteppedBits& operator=(const SteppedBits& other) {
    store(other.load());
    return *this;
  }

  std::uint64_t load() const { return in_thread() ? Machine::now()->load(*this) : memory_; }
  void store(std::uint64_t bits) { put(bits, false); }
  void store_release(std::uint64_t bits) { put(bits, true); }
  // What it leads to is made whole, not by stores.
  void publish(std::uint64_t bits) { put(bits, false); }
  bool exchange_if(std::uint64_t expected, std::uint64_t bits) {
    if (in_thread()) return Machine::now()->exchange_if(*this, expected, bits);
    if (memory_ == expected) memory_ = bits;
    return memory_ == bits;
  }
  void remove(std::uint64_t bits) {
    if (in_thread()) Machine::now()->remove(*this, bits);
    else memory_ &= ~bits;
  }
  // Of a scenario in which words are changed in bulk: whether somebody does it, in one word.
  static inline const SteppedBits* bulk = nullptr;
  static bool are_in_bulk(const void*) {
    return bulk != nullptr && in_thread() && Machine::now()->look(*bulk) != 0;
  }
  static void pause(unsigned) {
    if (in_thread()) Machine::now()->retry();
  }

 private:
  friend class Machine;
  static bool in_thread() { return Machine::now() != nullptr && Machine::now()->in_thread(); }
  void put(std::uint64_t bits, bool release) {
    if (in_thread()) Machine::now()->store(*this, bits, release);
    else memory_ = bits;
  }

  std::uint64_t memory_ = 0;
};

}  // namespace steward::stepping
