#include "live/generated_program.h"

#include <array>
#include <random>

namespace steward::live_test {
namespace {

// The same for every program. Types that may lie anywhere and alias anything.
constexpr const char* kHead = R"(// flags: -latomic
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define ANYWHERE __attribute__((aligned(1), may_alias))
typedef unsigned char ANYWHERE u1;
typedef unsigned short ANYWHERE u2;
typedef unsigned int ANYWHERE u4;
typedef unsigned long ANYWHERE u8;
typedef unsigned char a1 __attribute__((may_alias));
typedef unsigned short a2 __attribute__((may_alias));
typedef unsigned int a4 __attribute__((may_alias));
typedef unsigned long a8 __attribute__((may_alias));
_Alignas(64) char area0[64], area1[64], area2[64];
char* box0;
char* box1;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER, w1 = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
sem_t s0, s1;
static void keep(unsigned long value) { __asm__ volatile("" : : "r"(value)); }
static void wait_a_little(pthread_mutex_t* m) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec = (until.tv_nsec + 500000) % 1000000000;
  pthread_cond_timedwait(&c0, m, &until);
}
)";

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    const int threads = 2 + below(3);
    const bool grandchild = below(2) == 0;
    if (grandchild) add_thread("late", "");
    for (int i = 0; i < threads; ++i)
      add_thread("thread" + std::to_string(i), grandchild && i == 0 ? "late" : "");
    text_ +=
        "int main(void) {\n  pthread_t t[4];\n  sem_init(&s0, 0, 0);\n  sem_init(&s1, 0, 1);\n";
    some_actions(3, 0);
    for (int i = 0; i < threads; ++i) {
      const std::string number = std::to_string(i);
      text_ += "  pthread_create(&t[" + number + "], 0, thread" + number + ", 0);\n";
      some_actions(2, 0);
    }
    for (int i = 0; i < threads; ++i) {
      text_ += "  pthread_join(t[" + std::to_string(i) + "], 0);\n";
      some_actions(2, 0);
    }
    return kHead + text_ + "  return 0;\n}\n";
  }

 private:
  // `level`: locks below it are held. So they are taken in one order.
  enum Level { kMutex0, kMutex1, kShared0, kShared1, kLevels };

  void add_thread(const std::string& name, const std::string& child) {
    text_ += "static void* " + name + "(void* unused) {\n";
    if (!child.empty()) text_ += "  pthread_t c;\n  pthread_create(&c, 0, " + child + ", 0);\n";
    some_actions(24, 0);
    if (!child.empty()) {
      text_ += "  pthread_join(c, 0);\n";
      some_actions(3, 0);
    }
    text_ += "  return unused;\n}\n";
  }

  void some_actions(int most, int level) {
    for (int left = most / 2 + 1 + below(most / 2 + 1); left > 0; --left) action(level);
  }
  void action(int level) {
    switch (below(16)) {
      case 0:
      case 1:
      case 2: return line("*(" + plain_type() + "*)(" + place(1) + ") = " + number());
      case 3:
      case 4:
      case 5: return line("keep(*(" + plain_type() + "*)(" + place(1) + "))");
      case 6:
      case 7:
      case 8: return atomic();
      case 9: return line("__atomic_thread_fence(" + order(true, true) + ")");
      case 10: return copy();
      case 11: return heap();
      case 12:
      case 13: return locked(level);
      case 14: return signal(level);
      default: return line("sched_yield()");
    }
  }
  void atomic() {
    const int size = 1 << below(4);
    const std::string at = "(a" + std::to_string(size) + "*)(" + place(size) + ")";
    switch (below(5)) {
      case 0:
        return line("__atomic_store_n(" + at + ", " + number() + ", " + order(false, true) + ")");
      case 1: return line("keep(__atomic_load_n(" + at + ", " + order(true, false) + "))");
      case 2: return line("__atomic_fetch_add(" + at + ", 1, " + order(true, true) + ")");
      case 3:
        return line("__atomic_exchange_n(" + at + ", " + number() + ", " + order(true, true) + ")");
      default:
        return line("{ a" + std::to_string(size) + " e = 0; __atomic_compare_exchange_n(" + at +
                    ", &e, " + number() + ", 0, " + order(true, true) + ", __ATOMIC_RELAXED); }");
    }
  }
  void copy() {
    const std::string size = std::to_string(1 + below(24));
    if (below(2) == 0) line("memset(area" + area() + " + " + offset(40) + ", 1, " + size + ")");
    else line("memcpy(area0 + " + offset(40) + ", area1 + " + offset(40) + ", " + size + ")");
  }
  // Blocks are written before they are given away, read by others, and freed by who takes them
  // back.
  void heap() {
    const std::string box = below(2) == 0 ? "box0" : "box1";
    if (below(2) == 0)
      return line("{ char* p = __atomic_load_n(&" + box + ", " + order(true, false) +
                  "); if (p) keep(*(" + plain_type() + "*)(p + " + offset(16) + ")); }");
    line("{ char* p = malloc(24); *(u4*)(p + " + offset(16) + ") = 1; " +
         (below(2) == 0 ? "p = realloc(p, 48); " : "") + "p = __atomic_exchange_n(&" + box +
         ", p, " + order(true, true) + "); free(p); }");
  }
  void signal(int level) {
    switch (below(4)) {
      case 0: return line("pthread_cond_broadcast(&c0)");
      case 1: return line("sem_post(&s" + std::string(below(2) == 0 ? "0" : "1") + ")");
      case 2:
        text_ += "  if (sem_trywait(&s0) == 0) {\n";
        some_actions(2, level);
        text_ += "  }\n";
        return;
      default: return line("sem_post(&s0)");
    }
  }
  void locked(int level) {
    if (level >= kLevels) return line("sched_yield()");
    const int lock = level + below(kLevels - level);
    const bool is_mutex = lock == kMutex0 || lock == kMutex1;
    const std::string name = (is_mutex ? "m" : "w") + std::to_string(lock % 2);
    const std::string family = is_mutex ? "pthread_mutex_" : "pthread_rwlock_";
    const std::string mode = is_mutex ? "" : below(2) == 0 ? "rd" : "wr";
    const bool tries = below(4) == 0;
    text_ += tries ? "  if (" + family + "try" + mode + "lock(&" + name + ") == 0) {\n"
                   : "  {\n  " + family + mode + "lock(&" + name + ");\n";
    some_actions(3, lock + 1);
    // Who waits holds nothing else: others could wait for that.
    if (lock == kMutex0 && level == 0 && below(4) == 0) line("wait_a_little(&m0)");
    text_ += "  " + family + "unlock(&" + name + ");\n  }\n";
  }

  void line(const std::string& statement) { text_ += "  " + statement + ";\n"; }
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }
  std::string area() { return std::to_string(below(3)); }
  // In the first bytes of an area, so that threads meet.
  std::string offset(int limit) { return std::to_string(below(limit)); }
  std::string place(int alignment) {
    return "area" + area() + " + " + std::to_string(below(24 / alignment) * alignment);
  }
  std::string plain_type() { return "u" + std::to_string(1 << below(4)); }
  std::string number() { return std::to_string(1 + below(9)); }
  std::string order(bool loads, bool stores) {
    static const std::array<std::string, 6> kOrders = {"RELAXED", "SEQ_CST", "ACQUIRE",
                                                       "CONSUME", "RELEASE", "ACQ_REL"};
    for (;;) {
      const int which = below(6);
      if ((which == 2 || which == 3) && !loads) continue;
      if (which == 4 && !stores) continue;
      if (which == 5 && !(loads && stores)) continue;
      return "__ATOMIC_" + kOrders[static_cast<std::size_t>(which)];
    }
  }

  std::mt19937_64 random_;
  std::string text_;
};

}  // namespace

std::string generated_program(std::uint64_t seed) { return Generator(seed).program(); }

}  // namespace steward::live_test
