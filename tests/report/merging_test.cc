// Reports that call different things the same: cli/explore and the store put them together.
#include "report/merging.h"

#include <gtest/gtest.h>

namespace steward::report {
namespace {

Lock lock(const char* id, const char* name, std::uint64_t address = 0) {
  Lock lock;
  lock.id = id;
  if (*name != 0) lock.name = name;
  lock.kind = "mutex";
  lock.address = Address(address);
  return lock;
}
Thread thread(const char* id, const char* function) {
  Thread thread;
  thread.id = id;
  thread.created_by = "T0";
  thread.created_at.emplace_back().function = function;
  return thread;
}
// Each of its accesses holds one of them.
Race race(const char* first, const char* second, const char* hint = "") {
  Race race;
  race.accesses[0].locks.push_back({first, LockMode::exclusive, {}});
  race.accesses[1].locks.push_back({second, LockMode::exclusive, {}});
  race.hint = hint;
  return race;
}

struct Merging : testing::Test {
  // Of the lock that the report calls so.
  std::string name_of(const std::string& id) const {
    for (const Lock& one : all.locks)
      if (one.id == id) return one.name.value_or("?");
    return "none";
  }
  Report all, more;
};

TEST_F(Merging, ALockKeepsItsNameOrGetsThatOfItself) {
  all.locks = {lock("M1", "a")};
  more.locks = {lock("M1", "b"), lock("M2", "a")};
  more.races = {race("M1", "M2", "M1 'b' and M2 'a', not M10")};
  adopt_names(all, more);
  ASSERT_EQ(all.locks.size(), 2u);
  EXPECT_EQ(name_of(more.races[0].accesses[0].locks[0].lock), "b");
  EXPECT_EQ(name_of(more.races[0].accesses[1].locks[0].lock), "a");
  EXPECT_EQ(more.races[0].hint, "M3 'b' and M1 'a', not M10");
}

// Elements of one array.
TEST_F(Merging, LocksOfOneNameAreToldApartByTheirAddresses) {
  all.locks = {lock("M1", "a", 16)};
  more.locks = {lock("M1", "a", 32), lock("M2", "a", 16)};
  more.races = {race("M1", "M2")};
  adopt_names(all, more);
  EXPECT_EQ(all.locks.size(), 2u);
  EXPECT_EQ(more.races[0].accesses[1].locks[0].lock, "M1");
  EXPECT_NE(more.races[0].accesses[0].locks[0].lock, "M1");
}

TEST_F(Merging, NothingIsKnownOfLocksWithoutNames) {
  all.locks = {lock("M1", "")};
  more.locks = {lock("M1", "")};
  more.races = {race("M1", "M1")};
  adopt_names(all, more);
  EXPECT_EQ(all.locks.size(), 2u);
  EXPECT_EQ(more.races[0].accesses[0].locks[0].lock, "M2");
}

TEST_F(Merging, ThreadsThatAreAlikeStayApart) {
  all.threads = {thread("T1", "pool")};
  more.threads = {thread("T1", "pool"), thread("T2", "pool"), thread("T3", "other")};
  adopt_names(all, more);
  ASSERT_EQ(all.threads.size(), 3u);
  EXPECT_EQ(all.threads[1].id, "T2");
}

TEST_F(Merging, AnotherThreadOfThatNumberGetsANewName) {
  all.threads = {thread("T1", "one")};
  more.threads = {thread("T1", "two"), thread("T2", "three")};
  more.threads[1].created_by = "T1";
  FoundItem item;
  item.threads = {"T1", "T2"};
  item.message = "T1 waits for T2";
  more.findings = {item};
  adopt_names(all, more);
  ASSERT_EQ(all.threads.size(), 3u);
  EXPECT_EQ(all.threads[1].id, "T3");
  EXPECT_EQ(all.threads[2].created_by, "T3");
  EXPECT_EQ(more.findings[0].threads[0], "T3");
  EXPECT_EQ(more.findings[0].message, "T3 waits for T2");
}

}  // namespace
}  // namespace steward::report
