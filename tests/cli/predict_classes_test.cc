// What the first phase of a prediction selects for the second, where the two executions differ.

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// Two threads use `shared`, one after the other in an order that nobody sees; main uses `alone`, if
// it is there, before that. By the file that its argument names a program knows whether it has run
// before.
constexpr const char* kFrame = R"(
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
struct item { long first; long second; };
static volatile int turn;
__attribute__((no_sanitize("thread"))) static void await(void) { while (!turn) sched_yield(); }
__attribute__((no_sanitize("thread"))) static void next(void) { turn = 1; }
__attribute__((noinline)) static void use(struct item* one) { ++one->second; }
static struct item* shared;
static void* early(void* unused) { use(shared); next(); return unused; }
static void* late(void* unused) { await(); use(shared); return unused; }
static void* lonely(void* one) { use(one); return 0; }
static int is_first(const char* file) {
  FILE* known = fopen(file, "r");
  if (known == 0) known = fopen(file, "w");
  else { fclose(known); return 0; }
  fclose(known);
  return 1;
}
static void share(struct item* one, struct item* alone) {
  pthread_t a, b;
  if (alone != 0) { pthread_create(&a, 0, lonely, alone); pthread_join(a, 0); }
  shared = one;
  pthread_create(&a, 0, early, 0);
  pthread_create(&b, 0, late, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)";

class PredictClasses : public testing::Test {
 protected:
  int predict(const std::string& main) const {
    const std::string program = compiled(folder_, "program", kFrame + main);
    const std::string file = folder_.path("ran");
    const Ran ran = steward({"predict", "--", program, file});
    EXPECT_TRUE(folder_.has("ran"));
    return ran.exit;
  }
  Folder folder_;
};

TEST_F(PredictClasses, BlocksThatTheSamePlacesUseBelongTogether) {
  EXPECT_EQ(predict(R"(
int main(int argc, char** argv) {
  struct item* one = malloc(sizeof *one);
  struct item* other = malloc(sizeof *other);
  if (is_first(argv[argc - 1])) share(one, other);
  else share(other, 0);
}
)"),
            66);
}

TEST_F(PredictClasses, OthersDoNot) {
  EXPECT_EQ(predict(R"(
int main(int argc, char** argv) {
  struct item* one = malloc(sizeof *one);
  struct item* other = malloc(sizeof *other);
  if (is_first(argv[argc - 1])) share(one, 0);
  else share(other, 0);
}
)"),
            0);
}

TEST_F(PredictClasses, ElementsOfAnArrayAreAlike) {
  EXPECT_EQ(predict(R"(
int main(int argc, char** argv) {
  struct item* all = calloc(10, sizeof *all);
  share(all + (is_first(argv[argc - 1]) ? 3 : 5), 0);
}
)"),
            66);
}

TEST_F(PredictClasses, ElementsOfALargeArrayAreAlike) {
  EXPECT_EQ(predict(R"(
int main(int argc, char** argv) {
  struct item* all = calloc(100000, sizeof *all);
  share(all + (is_first(argv[argc - 1]) ? 3 : 50000), 0);
}
)"),
            66);
}

}  // namespace
}  // namespace steward::cli_test
