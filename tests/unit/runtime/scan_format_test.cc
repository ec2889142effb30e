// What scanf's directives store, next to what scanf itself stores.
#include "runtime/intercept/scan_format.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace steward {
namespace {

// Each target in short: its size, with a letter for what is not fixed; n: does not count.
std::string targets(const char* format) {
  std::string all;
  ScanFormat directives(format);
  for (ScanTarget target; directives.next(target);) {
    if (!all.empty()) all += ' ';
    all += std::to_string(target.size);
    if (target.kind == ScanTarget::Kind::text) all += 's';
    if (target.kind == ScanTarget::Kind::characters) all += 'c';
    if (target.kind == ScanTarget::Kind::made_text) all += 'm';
    if (!target.counts) all += 'n';
  }
  return all;
}

TEST(ScanFormat, IntegersHaveTheSizeOfTheirModifier) {
  EXPECT_EQ(targets("%d %hd %hhd %ld %lld %jd %zd %td %x"), "4 2 1 8 8 8 8 8 4");
}
TEST(ScanFormat, FloatingPointNumbers) { EXPECT_EQ(targets("%f%lf%Lf%g"), "4 8 16 4"); }
TEST(ScanFormat, TextAndCharacters) {
  EXPECT_EQ(targets("%s %10s %c %5c %ls %lc %S %C"), "1s 1s 1c 5c 4s 4c 4s 4c");
}
TEST(ScanFormat, SetsEndAtTheirBracket) {
  EXPECT_EQ(targets("%[a-z]%d"), "1s 4");
  EXPECT_EQ(targets("%[]d]%d"), "1s 4");
  EXPECT_EQ(targets("%[^]%d]%d"), "1s 4");
}
TEST(ScanFormat, AllocatedText) { EXPECT_EQ(targets("%ms %mc %m[a]%d"), "8m 8m 8m 4"); }
TEST(ScanFormat, WhatIsNotStoredIsLeftOut) { EXPECT_EQ(targets("%*d %% %*[^,] a %d%n"), "4 4n"); }
TEST(ScanFormat, StopsAtWhatItDoesNotKnow) {
  EXPECT_EQ(targets("%d %y %d"), "4");
  EXPECT_EQ(targets("%1$d"), "");
  EXPECT_EQ(targets("%d %"), "4");
  EXPECT_EQ(targets("%d %[a"), "4");
}

}  // namespace
}  // namespace steward
