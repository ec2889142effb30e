// steward explain: the Goldilockset of a location, drawn through a recorded execution; and in
// reports.
#include <sstream>

#include "cli/run_program.h"

namespace steward::cli_test {
namespace {

// The first two events of Figure 1 of the Goldilocks paper: a lock hands `x` on.
constexpr const char* kHandedOn =
    "T1|w(x)|a.c:1\n"
    "T1|acq(m)|a.c:2\n"
    "T1|rel(m)|a.c:3\n"
    "T2|acq(m)|a.c:4\n"
    "T2|w(x)|a.c:5\n"
    "T3|r(x)|a.c:6\n";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Explain, DrawsWhoMayAccessALocation) {
  const Folder folder;
  const Ran ran = steward({"explain", "x", "--from", folder.file("trace.std", kHandedOn)});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const std::vector<std::string> lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 7u) << ran.out;
  EXPECT_THAT(lines[0], HasSubstr("3 accesses"));
  EXPECT_THAT(lines[2], AllOf(HasSubstr("write at a.c:1"), testing::EndsWith("  T1")));
  EXPECT_THAT(lines[3], AllOf(HasSubstr("release m"), testing::EndsWith("  T1, who locks m")));
  EXPECT_THAT(lines[4], AllOf(HasSubstr("acquire m"), testing::EndsWith("  T1, T2, who locks m")));
  EXPECT_THAT(lines[5], AllOf(HasSubstr("write at a.c:5"), testing::EndsWith("  T2")));
  EXPECT_THAT(lines[6],
              AllOf(HasSubstr("read at a.c:6"), HasSubstr("RACE"), testing::EndsWith("; T2")));
}

TEST(Explain, KeepsTheLastLines) {
  const Folder folder;
  const Ran ran =
      steward({"explain", "x", "--last", "1", "--from", folder.file("trace.std", kHandedOn)});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("(4 earlier lines left out"), HasSubstr("RACE"),
                             Not(HasSubstr("a.c:5"))));
}

TEST(Explain, SaysWhatIsMissing) {
  const Folder folder;
  const std::string trace = folder.file("trace.std", kHandedOn);
  const Ran unknown = steward({"explain", "y", "--from", trace});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("names no location y"));
  EXPECT_THAT(steward({"explain", "nowhere"}).err, HasSubstr("steward explain nowhere -- PROG"));
  EXPECT_EQ(steward({"explain", "x", "--from", trace, "--", "true"}).exit, 2);
  EXPECT_EQ(steward({"explain", "x", "--from", folder.path("nothing")}).exit, 2);
}

constexpr const char* kLocked = R"(
#include <pthread.h>
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int written, x;
static void* write_locked(void* unused) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  __atomic_store_n(&written, 1, __ATOMIC_RELAXED);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, write_locked, 0);
  while (!__atomic_load_n(&written, __ATOMIC_RELAXED)) sched_yield();
  x = 2;
  pthread_join(other, 0);
  return 0;
}
)";

TEST(Explain, ReportsSayWhomALocationWasLeftTo) {
  const Folder folder;
  const std::string program = compiled(folder, "locked", kLocked);
  const Ran ran = steward({"run", "--detector", "goldilocks", "--", program});
  EXPECT_THAT(ran.err, HasSubstr("Hint: after the previous access only these may access it: T1; "
                                 "whoever locks M1"));
  EXPECT_THAT(steward({"run", "--", program}).err, Not(HasSubstr("may access it")));
}

// Variables have their names in traces of programs that ran.
TEST(Explain, OfAProgramThatRan) {
  const Folder folder;
  const std::string program = compiled(folder, "locked", kLocked);
  const std::string trace = folder.path("trace");
  steward({"record", "-o", trace, "--", program});
  const Ran ran = steward({"explain", "x", "--from", trace});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("2 accesses"), HasSubstr("RACE")));
}

TEST(Explain, RecordsAProgram) {
  const Folder folder;
  const Ran ran = steward({"explain", "x", "--", compiled(folder, "locked", kLocked)});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("2 accesses"), HasSubstr("RACE")));
}

// What other commands have found says what raced, and what is to be recorded.
TEST(Explain, OfWhatWasFoundBefore) {
  const Folder folder;
  const Variable store("STEWARD_STORE", folder.path("store"));
  const std::string program = compiled(folder, "locked", kLocked);
  const std::string json = folder.path("races.json");
  steward({"run", "--json", json, "--", program});
  for (const std::vector<std::string>& from :
       {std::vector<std::string>{}, std::vector<std::string>{"--from", json}}) {
    std::vector<std::string> words{"explain", "x"};
    words.insert(words.end(), from.begin(), from.end());
    const Ran found = steward(words);
    EXPECT_EQ(found.exit, 2);
    EXPECT_THAT(found.out, AllOf(HasSubstr("data race"), HasSubstr("write_locked")));
    EXPECT_THAT(found.err, HasSubstr("steward explain x -- " + program));
    words[1] = "nowhere";
    EXPECT_THAT(steward(words).err, HasSubstr("nothing is known of nowhere"));
  }
  const std::string text = folder.read("races.json");
  const std::string id = text.substr(text.find("\"R-") + 1,
                                     text.find('"', text.find("\"R-") + 1) - text.find("\"R-") - 1);
  const Ran drawn = steward({"explain", id, "--", program});
  EXPECT_EQ(drawn.exit, 0) << drawn.err;
  EXPECT_THAT(drawn.out, AllOf(HasSubstr("x (0x"), HasSubstr("RACE")));
}

}  // namespace
}  // namespace steward::cli_test
