#include "trace/names.h"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <string>

namespace steward {
namespace {

TEST(Names, WhatHasNoNameIsEmptyOrNull) {
  const Names names;
  EXPECT_EQ(names.thread(ThreadId(0)), "");
  EXPECT_EQ(names.site(SiteId(1)), nullptr);
  EXPECT_FALSE(names.location(Address(0)));
}

TEST(Names, KindsOfObjectsDoNotShareTheirNumbers) {
  Names names;
  names.define(NamedObject::lock, 1, "mutex");
  names.define(NamedObject::message, 1, "semaphore");
  EXPECT_EQ(names.lock(LockId(1)), "mutex");
  EXPECT_EQ(names.message(MessageId(1)), "semaphore");
  EXPECT_EQ(names.condition(ConditionId(1)), "");
}

TEST(Names, ASecondNameReplacesTheFirstAndBothAreListed) {
  Names names;
  names.define(NamedObject::thread, 1, "old");
  names.define(NamedObject::thread, 1, "new");
  names.define(NamedObject::thread, 1, "new");
  EXPECT_EQ(names.thread(ThreadId(1)), "new");
  EXPECT_EQ(names.objects().size(), 2u);
}

TEST(Names, ALocationIsFoundByAnyOfItsBytes) {
  Names names;
  names.define(AddressRange{Address(100), 8}, "total");
  EXPECT_FALSE(names.location(Address(99)));
  EXPECT_FALSE(names.location(Address(108)));
  const auto place = names.location(Address(107));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->name, "total");
  EXPECT_EQ(place->offset, 7u);
  EXPECT_EQ(place->size, 8u);
}

TEST(Names, RangesThatHoldNoByteAreIgnored) {
  Names names;
  names.define(AddressRange{Address(100), 0}, "empty");
  names.define(AddressRange{Address(~std::uint64_t{0}), 1}, "wraps");
  EXPECT_TRUE(names.ranges().empty());
}

// Against a map from each byte to its range.
RC_GTEST_PROP(Names, ARangeReplacesAllItOverlaps, ()) {
  Names names;
  std::map<std::uint64_t, std::size_t> model;
  std::vector<AddressRange> defined;
  const int count = *rc::gen::inRange(0, 30);
  for (int i = 0; i < count; ++i) {
    const AddressRange range{Address(*rc::gen::inRange(0, 60)),
                             *rc::gen::inRange<std::uint64_t>(1, 12)};
    for (auto byte = model.begin(); byte != model.end();)
      byte = defined[byte->second].overlaps(range) ? model.erase(byte) : std::next(byte);
    for (std::uint64_t b = range.begin.value(); b < range.end().value(); ++b)
      model[b] = defined.size();
    defined.push_back(range);
    names.define(range, "range " + std::to_string(i));
  }
  for (std::uint64_t b = 0; b < 80; ++b) {
    const auto place = names.location(Address(b));
    RC_ASSERT(place.has_value() == model.contains(b));
    if (!place) continue;
    RC_ASSERT(place->name == "range " + std::to_string(model[b]));
    RC_ASSERT(place->offset == b - defined[model[b]].begin.value());
  }
}

TEST(Site, TextOfTheUsualShapesIsTakenApart) {
  EXPECT_EQ(site_from("a.cc:12"), (Site{"", "a.cc", 12, 0}));
  EXPECT_EQ(site_from("dir/a.cc:12:3"), (Site{"", "dir/a.cc", 12, 3}));
  EXPECT_EQ(site_from("a.cc:12:3 f(int, int)"), (Site{"f(int, int)", "a.cc", 12, 3}));
  for (const char* text :
       {"345", "-1", "", ":7", "a.cc:0", "a.cc:007", "a.cc:99999999999", "a.cc:1 ", "a b:3 c"})
    EXPECT_EQ(site_from(text), (Site{text, "", 0, 0}));
}

RC_GTEST_PROP(Site, AnyTextComesBack, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::element('a', ':', ' ', '1', '0', '7'));
  RC_ASSERT(text_of(site_from(text)) == text);
}

}  // namespace
}  // namespace steward
