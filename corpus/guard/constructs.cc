// A race in every construct of C++: what the second thread does, as the second argument says, races
// with what the first has done. `steward c++ --guard` builds it, `steward guard --on-race throw`
// runs it.
//
// What became of it is in the file of the first argument, which the program maps: it survives its
// end.
#include <atomic>
#include <coroutine>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <future>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <steward/data_race.h>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

#include "page.h"

Page* page;

namespace {

std::atomic<int> step;  // order that nobody sees: all its operations are relaxed
std::mutex lock;
std::vector<int> vector;
std::string text;
volatile int seen;
volatile int index_of_one = 1;

struct Local {
  ~Local() { ++page->destroyed; }
};

[[gnu::noinline]] void callee() {
  const Local local;
  page->racing.number = 2;
}
struct Constructed {
  Local member;
  Constructed() { page->racing.number = 2; }
};
struct Destroyed {
  ~Destroyed() { page->racing.number = 2; }
};
template <class T>
[[gnu::noinline]] void set(T& to, T value) {
  to = value;
}
[[gnu::always_inline]] inline void inlined() { page->racing.number = 2; }
[[gnu::noinline]] void set_reference(int& number) { number = 2; }
[[gnu::noinline]] Large make() { return {{2, 2, 2}}; }
[[gnu::noinline]] void promises_not_to() noexcept { page->racing.number = 2; }
[[gnu::noinline]] void promises_for_another() noexcept { callee(); }

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { failure = std::current_exception(); }
    std::exception_ptr failure;
  };
  std::coroutine_handle<promise_type> handle;
};
Task coroutine() {
  const Local local;
  page->racing.number = 2;
  co_return;
}
void resume_coroutine() {
  const Task task = coroutine();
  task.handle.resume();
  const std::exception_ptr failure = task.handle.promise().failure;
  task.handle.destroy();
  if (failure) std::rethrow_exception(failure);
}

void in_try() {
  try {
    page->racing.number = 2;
    page->passed = 1;
  } catch (const steward::data_race&) {
    page->caught = 1;
  }
}
void retry() {
  steward::guarded([] {
    if (++page->tries == 2) seen = __atomic_load_n(&page->done, __ATOMIC_ACQUIRE);
    page->racing.number = 2;
  });
}
void under_lock() {
  const std::lock_guard<std::mutex> guard(lock);
  page->racing.number = 2;
}

struct Way {
  const char* name;
  void (*go)();
};
const Way kWays[] = {
    {"try", in_try},
    {"write", [] { page->racing.number = 2; }},
    {"read", [] { seen = page->racing.number; }},
    {"callee", callee},
    {"constructor", [] { const Constructed made; }},
    {"destructor", [] { const Destroyed gone; }},
    {"lambda", [] { [number = &page->racing.number] { *number = 2; }(); }},
    {"coroutine", resume_coroutine},
    {"template", [] { set(page->racing.number, 2); }},
    {"inlined", [] { inlined(); }},
    {"loop",
     [] {
       for (int& each : page->racing.more) each = 2;
     }},
    {"compound", [] { page->racing.number += 2; }},
    {"increment", [] { ++page->racing.number; }},
    {"bit-field", [] { page->racing.narrow = 2; }},
    {"struct copy", [] { page->racing.large = other; }},
    {"struct result", [] { page->racing.large = make(); }},
    {"array", [] { page->racing.more[index_of_one] = 2; }},
    {"reference", [] { set_reference(page->racing.number); }},
    {"volatile", [] { page->racing.restless = 2; }},
    {"unaligned", [] { page->racing.packed.number = 2; }},
    {"float", [] { page->racing.real = 2.0; }},
    {"memcpy", [] { std::memcpy(&page->racing, &other, sizeof other); }},
    {"memset", [] { std::memset(&page->racing, 2, sizeof page->racing); }},
    {"noexcept", promises_not_to},
    {"noexcept on the way", promises_for_another},
    {"C", [] { write_in_c(&page->racing.number); }},
    {"other code", [] { write_elsewhere(&page->racing.number); }},
    {"lock", under_lock},
    {"async", [] { std::async(std::launch::async, callee).get(); }},
    {"vector", [] { seen = vector.back(); }},
    {"string", [] { seen = text.back(); }},
    {"atomic", [] { __atomic_store_n(&page->racing.number, 2, __ATOMIC_RELAXED); }},
    {"retry", retry},
    {"uncaught", callee},
};
const Way* way;

void first() {
  for (int& number : page->all) number = kUntouched;
  vector.push_back(1);
  text.push_back('1');
}
void await_first() {
  while (step.load(std::memory_order_relaxed) == 0) sched_yield();
}

void* second(void* unused) {
  await_first();
  page->reached = 1;
  if (std::strcmp(way->name, "uncaught") == 0) {
    way->go();
    page->passed = 1;
    return unused;
  }
  try {
    way->go();
    if (page->caught == 0) page->passed = 1;
  } catch (const steward::data_race& race) {
    page->caught = 1;
    std::puts(race.what());
  }
  page->unlocked = lock.try_lock();
  return unused;
}

const Way* find(const char* name) {
  for (const Way& each : kWays)
    if (std::strcmp(each.name, name) == 0) return &each;
  return nullptr;
}

}  // namespace

Large other = {{3, 3, 3}};

int main(int count, char** words) {
  if (count < 3 || (way = find(words[2])) == nullptr) return 5;
  page = static_cast<Page*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(words[1], O_RDWR), 0));
  vector.reserve(8);
  text.reserve(8);
  pthread_t thread;
  pthread_create(&thread, nullptr, second, nullptr);
  first();
  __atomic_store_n(&page->done, 1, __ATOMIC_RELEASE);
  step.store(1, std::memory_order_relaxed);
  void* result = nullptr;
  pthread_join(thread, &result);
  page->ended = result == PTHREAD_CANCELED;
  std::puts("done");
  return 3;
}
