// Names of races: they survive what does not matter and differ in what does.

#include "report/fingerprint.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "report/findings.h"

namespace steward::report {
namespace {

// A small program: `increment` writes twice, `print` reads; all lines moved by `shift`.
Names program(std::uint32_t shift, std::uint32_t first_site = 1) {
  Names names;
  const auto define = [&](std::uint32_t site, const char* function, std::uint32_t line) {
    names.define(SiteId(first_site + site), Site{function, "count.cc", line + shift, 3});
  };
  define(0, "increment", 10);
  define(1, "increment", 14);
  define(2, "print", 30);
  names.define(AddressRange{Address(0x1000 + 64 * shift), 4}, "counter");
  return names;
}

// The races of both writes with the read, found in the given order.
std::vector<std::string> fingerprints(const Names& names, std::uint64_t address,
                                      std::uint32_t first_site, bool second_write_first) {
  std::vector<Finding> findings{
      finding({1, 0, AccessKind::write, first_site}, {2, 1, AccessKind::read, first_site + 2},
              address),
      finding({3, 0, AccessKind::write, first_site + 1}, {4, 1, AccessKind::read, first_site + 2},
              address),
  };
  if (second_write_first) std::swap(findings[0], findings[1]);
  std::vector<std::string> result;
  for (const Race& race : collect(names, findings).races) result.push_back(race.fingerprint);
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Fingerprint, IgnoresLinesAddressesSiteNumbersAndOrderOfDetection) {
  const auto original = fingerprints(program(0), 0x1000, 1, false);
  ASSERT_EQ(original.size(), 2u);
  EXPECT_NE(original[0], original[1]);
  EXPECT_EQ(original, fingerprints(program(7, 40), 0x1000 + 7 * 64, 40, true));
}

TEST(Fingerprint, DoesNotDependOnWhichOtherRacesWereFound) {
  // One detector finds only the second write. Its ordinal must still be that of a second write.
  const Names names = program(0);
  const std::vector<Event> events{
      event::write(ThreadId(0), {Address(0x1000), 4}, SiteId(1)),
      event::write(ThreadId(0), {Address(0x1000), 4}, SiteId(2)),
      event::read(ThreadId(1), {Address(0x1000), 4}, SiteId(3)),
  };
  const Finding first = finding({0, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 3}, 0x1000);
  const Finding second = finding({1, 0, AccessKind::write, 2}, {2, 1, AccessKind::read, 3}, 0x1000);
  const Report both = collect(names, {first, second}, kReal, {}, events);
  const Report one = collect(names, {second}, kReal, {}, events);
  ASSERT_EQ(both.races.size(), 2u);
  ASSERT_EQ(one.races.size(), 1u);
  EXPECT_EQ(one.races[0].fingerprint, both.races[1].fingerprint);
}

TEST(Fingerprint, DependsOnEachOfItsParts) {
  const AccessIdentity write{AccessKind::write, "increment", 0}, read{AccessKind::read, "print", 0};
  const std::set<std::string> all{
      fingerprint("counter", write, read),
      fingerprint("", write, read),
      fingerprint("counter", {AccessKind::write, "increment", 1}, read),
      fingerprint("counter", {AccessKind::write, "decrement", 0}, read),
      fingerprint("counter", {AccessKind::atomic_write, "increment", 0}, read),
      fingerprint("counter", {AccessKind::free, "increment", 0}, read),
      // The same words, cut elsewhere.
      fingerprint("counteri", {AccessKind::write, "ncrement", 0}, read),
  };
  EXPECT_EQ(all.size(), 7u);
  EXPECT_EQ(fingerprint("counter", write, read), fingerprint("counter", read, write));
}

TEST(Fingerprint, IsTheSameForEver) {
  // Users keep fingerprints in baselines: a change of this value breaks them all.
  EXPECT_EQ(
      fingerprint("counter", {AccessKind::write, "increment", 0}, {AccessKind::read, "print", 1}),
      "b6a7fe645ce915cc");
}

TEST(Fingerprint, InlinedCopiesOfOneLineAreOneRace) {
  Names names;
  names.define(SiteId(1), Site{"increment", "count.cc", 10, 3});
  names.define(SiteId(2), Site{"increment", "count.cc", 10, 3});
  names.define(SiteId(3), Site{"print", "count.cc", 30, 3});
  const Report report =
      collect(names, {finding({3, 0, AccessKind::write, 2}, {4, 1, AccessKind::read, 3}, 0x100),
                      finding({1, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 3}, 0x100)});
  ASSERT_EQ(report.races.size(), 1u);
  EXPECT_EQ(report.races[0].seen, 2u);
  EXPECT_EQ(report.races[0].later().event, EventIndex(2));
}

TEST(Fingerprint, WithoutFunctionsTheTextOfTheSiteStandsIn) {
  Names names;
  names.define(SiteId(1), site_from("a.cc:10"));
  names.define(SiteId(2), site_from("17"));
  const Finding found = finding({1, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 2}, 0x100);
  EXPECT_EQ(collect(names, {found}).races[0].fingerprint,
            fingerprint("", {AccessKind::write, "a.cc:10", 0}, {AccessKind::read, "17", 0}));
  // Not even a text: the numbers still tell sites apart.
  EXPECT_NE(collect({}, {found}).races[0].fingerprint,
            collect({}, {finding({1, 0, AccessKind::write, 1}, {2, 1, AccessKind::read, 3}, 0x100)})
                .races[0]
                .fingerprint);
}

TEST(LambdaNumbers, AreLeftOutAndOtherNumbersStay) {
  EXPECT_EQ(without_lambda_numbers("main::{lambda(int)#12}::operator()(int) const"),
            "main::{lambda(int)#}::operator()(int) const");
  EXPECT_EQ(without_lambda_numbers("main::$_3::operator()() const"),
            "main::$_::operator()() const");
  EXPECT_EQ(without_lambda_numbers("f()::'lambda0'(int)::operator()"),
            "f()::'lambda'(int)::operator()");
  EXPECT_EQ(without_lambda_numbers("{unnamed type#2}::f"), "{unnamed type#}::f");
  EXPECT_EQ(without_lambda_numbers("work<12>(std::array<int, 3>)"), "work<12>(std::array<int, 3>)");
  EXPECT_EQ(without_lambda_numbers("step2#3"), "step2#3");
}

TEST(ShortIds, HaveFourDigitsAndMoreWhereTwoCollide) {
  const std::vector<std::string> ids =
      short_ids({"7f3a000000000000", "1234560000000000", "1234570000000000", "1235000000000000"});
  EXPECT_EQ(ids, (std::vector<std::string>{"R-7f3a", "R-123456", "R-123457", "R-1235"}));
}

}  // namespace
}  // namespace steward::report
